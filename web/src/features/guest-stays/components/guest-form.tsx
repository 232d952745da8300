import type { Quote } from '@keyhold/contracts/properties/stays/quotes'
import type { PublicListing } from '@keyhold/contracts/properties/stays/public-stays'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useHoldStayMutation } from '~/api/public-stays.ts'
import { CheckboxField } from '~/components/form/choice-fields.tsx'
import { TextareaField, TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { lazyResolver } from '~/components/form/lazy-resolver.ts'
import { FreeDates, type FreeNights, freeNightsOf } from '~/components/stays/free-dates.tsx'
import { Button } from '~/components/ui/button.tsx'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import type { GuestInput, GuestValues } from '../forms.ts'

const loadResolver = () => import('../forms.ts').then(({ guestResolver }) => guestResolver)

/** The guest's name and contact; holds the nights and goes on to the payment. */
export function GuestForm({
  listing,
  stay,
  quote,
  onTaken,
  onCancel,
  onPriceChanged,
}: {
  listing: PublicListing
  stay: { checkInDate: string; checkOutDate: string; numberOfGuests: number }
  quote: Quote
  onTaken: (from: string, until: string | null) => void
  onCancel: () => void
  onPriceChanged: () => void
}) {
  const navigate = useNavigate()
  const [hold, { isLoading }] = useHoldStayMutation()
  const [refusal, setRefusal] = useState<{ sentence: string; offers: FreeNights[] } | null>(null)
  const form = useForm<GuestInput, unknown, GuestValues>({
    mode: 'onTouched',
    resolver: lazyResolver(loadResolver),
    defaultValues: { guestName: '', guestEmail: '', guestPhone: '', requests: '', accepted: false },
  })
  const { control } = form
  const send = async (values: GuestValues) => {
    setRefusal(null)
    try {
      const held = await hold({ slug: listing.slug, ...stay, ...values, expectedTotal: quote.totalAmount }).unwrap()
      void navigate(paths.guestStayOf(held.token))
    } catch (error) {
      const offers = freeNightsOf(error)
      if (offers.length > 0) setRefusal({ sentence: messageOf(error), offers })
      if (hasCode(error, 'conflict')) onPriceChanged()
      showIssues(form, error)
      toastError('Failed to hold the dates', error)
    }
  }
  return (
    <Form form={form} onSubmit={send} onFocus={() => void loadResolver()} className="border-t border-line pt-4">
      {refusal && <FreeDates {...refusal} onChoose={onTaken} />}
      <TextField control={control} name="guestName" label="Your name" autoComplete="name" required />
      <TextField control={control} name="guestEmail" label="Email" type="email" autoComplete="email" required />
      <TextField control={control} name="guestPhone" label="Phone" type="tel" autoComplete="tel" optional />
      <TextareaField control={control} name="requests" label={`Message to ${listing.hostName}`} rows={2} optional />
      <CheckboxField
        control={control}
        name="accepted"
        label="I accept the house rules and the cancellation policy"
        hint={quote.cancellation.text}
      />
      <Button type="submit" size="lg" loading={isLoading}>
        Hold for 20 minutes and pay
      </Button>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        Back
      </Button>
    </Form>
  )
}
