import { ShortTermRentalForm } from '@keyhold/contracts/properties/stays/listings'
import { NumberField, TextareaField } from '~/components/form/fields.tsx'
import type { SectionProps } from './listing-settings.tsx'
import { SectionForm } from './section-form.tsx'
import { useTermsForm } from './use-terms-form.ts'

const CheckInForm = ShortTermRentalForm.pick({ checkInInstructions: true, instructionsDaysBefore: true })

/** How guests get in, and from when on they are told. */
export function CheckIn({ rental }: SectionProps) {
  const form = useTermsForm(CheckInForm, {
    checkInInstructions: rental.checkInInstructions ?? '',
    instructionsDaysBefore: rental.instructionsDaysBefore,
  })
  const { control } = form
  return (
    <SectionForm rental={rental} form={form}>
      <TextareaField
        control={control}
        name="checkInInstructions"
        label="Check-in instructions"
        placeholder="The key is in the box left of the door. The code is …"
        rows={7}
        optional
      />
      <NumberField
        control={control}
        name="instructionsDaysBefore"
        label="Days before check-in"
        hint="From then on guests see them, never before the stay is confirmed."
        after="days"
        inputMode="numeric"
        className="max-w-64"
      />
    </SectionForm>
  )
}
