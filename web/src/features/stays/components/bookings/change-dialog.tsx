import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import { useState } from 'react'
import { useUpdateBookingMutation } from '~/api/bookings.ts'
import { messageOf } from '~/api/client/problem.ts'
import { useRentalChoices } from '~/api/listings.ts'
import { DateField, NumberField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { FreeDates, type FreeNights, freeNightsOf } from '~/components/stays/free-dates.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { stepsOf } from '../../steps.ts'
import { ChangesForm, changesOf, startingChanges, type ChangesValues } from './booking-form.ts'

/** Changes dates, guests, listing or the guest's data. Nights that stay keep their price. */
export function ChangeDialog({ booking, onClose }: { booking: ShortTermBookingDetail; onClose: () => void }) {
  const { options } = useRentalChoices()
  const [update, { isLoading }] = useUpdateBookingMutation()
  const [refusal, setRefusal] = useState<{ sentence: string; offers: FreeNights[] } | null>(null)
  const form = useZodForm(ChangesForm, { defaultValues: startingChanges(booking) })
  const { control } = form
  const isOver = !stepsOf(booking).canChange

  const save = async (values: ChangesValues) => {
    setRefusal(null)
    try {
      const saved = await update({ id: booking.id, ...changesOf(values, booking) }).unwrap()
      toast({
        variant: 'success',
        title: 'Booking updated',
        description:
          saved.totalAmount === booking.totalAmount
            ? 'The price stays the same.'
            : `The total is ${money(saved.totalAmount)} instead of ${money(booking.totalAmount)}.`,
      })
      onClose()
    } catch (error) {
      const offers = freeNightsOf(error)
      if (offers.length > 0) setRefusal({ sentence: messageOf(error), offers })
      showIssues(form, error)
      toastError('Failed to update the booking', error)
    }
  }
  const take = (from: string, until: string | null) => {
    form.setValue('checkInDate', from, { shouldDirty: true })
    if (until) form.setValue('checkOutDate', until, { shouldDirty: true })
    setRefusal(null)
  }

  return (
    <Dialog
      onClose={onClose}
      title="Change booking"
      description={
        isOver
          ? 'The stay is over: the guest’s data and your notes can still be changed.'
          : 'Other dates, guests or another listing change the price. Nights that stay keep theirs.'
      }
    >
      <Form form={form} onSubmit={save} className="flex-1">
        {refusal && <FreeDates {...refusal} onChoose={take} />}
        {!isOver && (
          <>
            <SelectField control={control} name="rentalId" label="Listing" options={options} />
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <DateField control={control} name="checkInDate" label="Check-in" required />
              <DateField control={control} name="checkOutDate" label="Check-out" required />
              <NumberField control={control} name="numberOfGuests" label="Guests" inputMode="numeric" required />
            </div>
          </>
        )}
        <TextField control={control} name="guestName" label="Guest name" autoComplete="off" required />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField control={control} name="guestEmail" label="Email" type="email" autoComplete="off" optional />
          <TextField control={control} name="guestPhone" label="Phone" type="tel" autoComplete="off" optional />
        </div>
        <TextField control={control} name="externalBookingId" label="Reference" autoComplete="off" optional />
        <TextareaField control={control} name="requests" label="Guest’s requests" rows={2} optional />
        <TextareaField control={control} name="notes" label="Notes" hint="Only you see them." rows={2} optional />
        <FormFooter submit="Save changes" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
