import { useState } from 'react'
import { useRateStayMutation } from '~/api/public-stays.ts'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { StarChoice } from '~/components/maintenance/stars.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Textarea } from '~/components/ui/input.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import type { StayProps } from './stay.tsx'

/** The guest's rating, from check-out on. */
export function RateStay({ token, stay }: StayProps) {
  const [rating, setRating] = useState(stay.guestRating ?? 0)
  const [review, setReview] = useState(stay.guestReview ?? '')
  const [rate, { isLoading }] = useRateStayMutation()
  const send = async () => {
    try {
      await rate({ token, rating, review: review || null }).unwrap()
      toast({ variant: 'success', title: 'Thank you for the rating' })
    } catch (error) {
      toastError('Failed to send the rating', error)
    }
  }
  return (
    <SectionCard title="Rate your stay">
      <PlainForm
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <StarChoice legend="How was your stay?" value={rating} onChange={setRating} />
        <Field label="Review" optional>
          {(bound) => (
            <Textarea {...bound} rows={3} value={review} onChange={({ target }) => setReview(target.value)} />
          )}
        </Field>
        <Button type="submit" className="justify-self-start" loading={isLoading} disabled={rating === 0}>
          Send rating
        </Button>
      </PlainForm>
    </SectionCard>
  )
}
