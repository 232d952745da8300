import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import { useState } from 'react'
import { useUpdateBookingMutation } from '~/api/bookings.ts'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { StarChoice, Stars } from '~/components/maintenance/stars.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Textarea } from '~/components/ui/input.tsx'
import { toast, toastError } from '~/lib/toast.ts'

/** The guest's rating of the stay, and the landlord's of the guest. */
export function Ratings({ booking }: { booking: ShortTermBookingDetail }) {
  const [isEditing, setEditing] = useState(false)
  const canRate = booking.status === 'checked_out' || booking.status === 'checked_in'
  if (!canRate && booking.guestRating === null && booking.landlordRating === null) return null
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold tracking-tight">Ratings</h3>
      <Given by="By the guest" rating={booking.guestRating} review={booking.guestReview} />
      {isEditing ? (
        <OwnRating booking={booking} onClose={() => setEditing(false)} />
      ) : (
        <>
          <Given by="By you" rating={booking.landlordRating} review={booking.landlordReview} />
          {canRate && (
            <Button size="sm" variant="secondary" className="justify-self-start" onClick={() => setEditing(true)}>
              {booking.landlordRating === null ? 'Rate the guest' : 'Change your rating'}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function Given({ by, rating, review }: { by: string; rating: number | null; review: string | null }) {
  return (
    <div>
      <p className="text-sm text-muted">{by}</p>
      {rating === null ? <p>Not rated</p> : <Stars rating={rating} />}
      {review && <p className="break-words whitespace-pre-line">{review}</p>}
    </div>
  )
}

function OwnRating({ booking, onClose }: { booking: ShortTermBookingDetail; onClose: () => void }) {
  const [rating, setRating] = useState(booking.landlordRating ?? 0)
  const [review, setReview] = useState(booking.landlordReview ?? '')
  const [update, { isLoading }] = useUpdateBookingMutation()
  const save = async () => {
    try {
      await update({ id: booking.id, landlordRating: rating, landlordReview: review || null }).unwrap()
      toast({ variant: 'success', title: 'Rating saved' })
      onClose()
    } catch (error) {
      toastError('Failed to save the rating', error)
    }
  }
  return (
    <PlainForm
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <StarChoice legend="How was the guest?" name="guest-rating" value={rating} onChange={setRating} />
      <Field label="Review" optional>
        {(bound) => <Textarea {...bound} rows={2} value={review} onChange={({ target }) => setReview(target.value)} />}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" loading={isLoading} disabled={rating === 0}>
          Save rating
        </Button>
        <Button size="sm" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </PlainForm>
  )
}
