import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import type { z } from '@keyhold/contracts/zod'
import { useState } from 'react'
import { useCreateBookingMutation } from '~/api/bookings.ts'
import { messageOf } from '~/api/client/problem.ts'
import { useRentalChoices } from '~/api/listings.ts'
import {
  DateField,
  MoneyField,
  NativeSelectField,
  NumberField,
  TextareaField,
  TextField,
} from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { FreeDates, type FreeNights, freeNightsOf } from '~/components/stays/free-dates.tsx'
import { sourceOptions } from '~/components/stays/words.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { date } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import type { BookingStart } from '../../stays-context.ts'
import { BookingForm, bookingBody, startingBooking, type BookingValues } from './booking-form.ts'
import { QuoteCard, type Stay } from './quote-card.tsx'

type Input = z.input<typeof BookingForm>

interface Props {
  start: BookingStart
  onClose: () => void
  onBooked: (id: string) => void
}

/** Records a booking of any source by hand; shows what it costs before it is saved. */
export function BookingDialog(props: Props) {
  return (
    <Dialog size="lg" onClose={props.onClose} title="Record Booking" description="Its nights are taken at once.">
      <Fields {...props} />
    </Dialog>
  )
}

function Fields({ start, onClose, onBooked }: Props) {
  const { rentals, options } = useRentalChoices()
  const [create, { isLoading }] = useCreateBookingMutation()
  const [refusal, setRefusal] = useState<{ sentence: string; offers: FreeNights[] } | null>(null)
  const form = useZodForm(BookingForm, {
    defaultValues: startingBooking(rentals.length === 1 && rentals[0] ? { rentalId: rentals[0].id, ...start } : start),
  })
  const { control } = form

  const save = async (values: BookingValues) => {
    setRefusal(null)
    try {
      const made = await create(bookingBody(values)).unwrap()
      toast({
        variant: 'success',
        title: 'Booking recorded',
        description: `${made.guestName}, from ${date(made.checkInDate)}`,
      })
      onBooked(made.id)
    } catch (error) {
      const offers = freeNightsOf(error)
      if (offers.length > 0) setRefusal({ sentence: messageOf(error), offers })
      showIssues(form, error)
      toastError('Failed to record the booking', error)
    }
  }
  const take = (from: string, until: string | null) => {
    form.setValue('checkInDate', from, { shouldDirty: true, shouldValidate: true })
    if (until) form.setValue('checkOutDate', until, { shouldDirty: true, shouldValidate: true })
    setRefusal(null)
  }

  return (
    <Form form={form} onSubmit={save} className="flex-1">
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <SelectField
            control={control}
            name="rentalId"
            label="Listing"
            placeholder="Choose a listing"
            options={options}
            required
          />
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <DateField control={control} name="checkInDate" label="Check-in" required />
            <DateField control={control} name="checkOutDate" label="Check-out" required />
            <NumberField control={control} name="numberOfGuests" label="Guests" inputMode="numeric" required />
          </div>
          <TextField control={control} name="guestName" label="Guest name" autoComplete="off" required />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField control={control} name="guestEmail" label="Email" type="email" autoComplete="off" optional />
            <TextField control={control} name="guestPhone" label="Phone" type="tel" autoComplete="off" optional />
          </div>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <NativeSelectField control={control} name="bookingSource" label="Source" options={sourceOptions} />
            <NativeSelectField
              control={control}
              name="paymentStatus"
              label="Payment"
              options={[
                { value: 'paid', label: 'Paid' },
                { value: 'pending', label: 'Still to be paid' },
              ]}
            />
          </div>
          <ChannelFields control={control} />
          <TextareaField control={control} name="requests" label="Guest’s requests" rows={2} optional />
          <TextareaField control={control} name="notes" label="Notes" hint="Only you see them." rows={2} optional />
        </div>
        <div className="grid content-start gap-3">
          <h3 className="font-semibold tracking-tight">Price</h3>
          {refusal && <FreeDates {...refusal} onChoose={take} />}
          <WatchedQuote control={control} onChoose={take} />
        </div>
      </div>
      <FormFooter submit="Save booking" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}

function WatchedQuote({
  control,
  onChoose,
}: {
  control: Control<Input, unknown, BookingValues>
  onChoose: (from: string, until: string | null) => void
}) {
  const [rentalId, checkInDate, checkOutDate, guests, bookingSource = 'direct'] = useWatch({
    control,
    name: ['rentalId', 'checkInDate', 'checkOutDate', 'numberOfGuests', 'bookingSource'],
  })
  const numberOfGuests = Number(guests)
  const isComplete =
    rentalId &&
    checkInDate &&
    checkOutDate &&
    checkInDate < checkOutDate &&
    Number.isInteger(numberOfGuests) &&
    numberOfGuests > 0
  const stay: Stay | null = isComplete ? { rentalId, checkInDate, checkOutDate, numberOfGuests, bookingSource } : null
  return <QuoteCard stay={stay} onChoose={onChoose} />
}

/** What a channel charged, where it differs from the listing's prices. */
function ChannelFields({ control }: { control: Control<Input, unknown, BookingValues> }) {
  const source = useWatch({ control, name: 'bookingSource' })
  if (source === 'direct') return null
  return (
    <FormGroup title="As the channel says it" hint="Leave an amount empty where the price at the side is right.">
      <TextField control={control} name="externalBookingId" label="Reference" autoComplete="off" optional />
      <MoneyField control={control} name="basePriceTotal" label="All nights" optional />
      <MoneyField control={control} name="cleaningFee" label="Cleaning fee" optional />
      <MoneyField control={control} name="serviceFee" label="Other fees" optional />
      <MoneyField control={control} name="taxes" label="Taxes" optional />
      <MoneyField control={control} name="platformFee" label="Platform fee" optional />
    </FormGroup>
  )
}
