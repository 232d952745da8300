import { ShortTermRentalForm } from '@keyhold/contracts/properties/stays/listings'
import { NumberField, TextField } from '~/components/form/fields.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import type { SectionProps } from './listing-settings.tsx'
import { SectionForm } from './section-form.tsx'
import { useTermsForm } from './use-terms-form.ts'
import { WeekdaysField } from './weekdays-field.tsx'

const StayRulesForm = ShortTermRentalForm.pick({
  minStayNights: true,
  maxStayNights: true,
  checkInTime: true,
  checkOutTime: true,
  preparationDays: true,
  advanceNoticeDays: true,
  bookingWindowDays: true,
  closedToArrival: true,
  closedToDeparture: true,
})

/** Which stays can be booked. */
export function StayRules({ rental }: SectionProps) {
  const form = useTermsForm(StayRulesForm, {
    minStayNights: rental.minStayNights,
    maxStayNights: rental.maxStayNights,
    checkInTime: rental.checkInTime,
    checkOutTime: rental.checkOutTime,
    preparationDays: rental.preparationDays,
    advanceNoticeDays: rental.advanceNoticeDays,
    bookingWindowDays: rental.bookingWindowDays ?? '',
    closedToArrival: rental.closedToArrival,
    closedToDeparture: rental.closedToDeparture,
  })
  const { control } = form
  return (
    <SectionForm rental={rental} form={form}>
      <FormGroup
        title="Length of a stay"
        hint="The price rules can ask for more on some nights. What counts is the night of arrival."
      >
        <NumberField control={control} name="minStayNights" label="Minimum stay" after="nights" inputMode="numeric" />
        <NumberField control={control} name="maxStayNights" label="Maximum stay" after="nights" inputMode="numeric" />
        <TextField control={control} name="checkInTime" label="Check-in time" type="time" />
        <TextField control={control} name="checkOutTime" label="Check-out time" type="time" />
      </FormGroup>
      <FormGroup title="Between and before stays">
        <NumberField
          control={control}
          name="preparationDays"
          label="Preparation time"
          hint="Free days before and after each stay."
          after="days"
          inputMode="numeric"
        />
        <NumberField
          control={control}
          name="advanceNoticeDays"
          label="Advance notice"
          hint="0 lets guests book for today."
          after="days"
          inputMode="numeric"
        />
        <NumberField
          control={control}
          name="bookingWindowDays"
          label="Booking window"
          hint="How far ahead guests can book. Empty: any day."
          after="days"
          inputMode="numeric"
          optional
        />
      </FormGroup>
      <WeekdaysField control={control} name="closedToArrival" label="No arrival on" />
      <WeekdaysField control={control} name="closedToDeparture" label="No departure on" />
    </SectionForm>
  )
}
