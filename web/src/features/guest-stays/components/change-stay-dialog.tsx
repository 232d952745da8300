import { useState } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { useChangeStayMutation, useGuestChangeQuery } from '~/api/public-stays.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { ChangeLines } from '~/components/stays/change-lines.tsx'
import { FreeDates, freeNightsOf } from '~/components/stays/free-dates.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { DateInput, Input } from '~/components/ui/input.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import type { StayProps } from './stay.tsx'

/** The guest changes dates or guests, once they saw the price. */
export function ChangeStayDialog({ token, stay, onClose }: StayProps & { onClose: () => void }) {
  const [checkInDate, setCheckIn] = useState(stay.checkInDate)
  const [checkOutDate, setCheckOut] = useState(stay.checkOutDate)
  const [guests, setGuests] = useState(String(stay.numberOfGuests))
  const [change, { isLoading }] = useChangeStayMutation()
  const asked = useDebounced(`${checkInDate} ${checkOutDate} ${guests}`, 300)
  const wanted = { checkInDate, checkOutDate, numberOfGuests: Number(guests) }
  const isChanged =
    checkInDate !== stay.checkInDate ||
    checkOutDate !== stay.checkOutDate ||
    wanted.numberOfGuests !== stay.numberOfGuests
  const isReady =
    isChanged &&
    asked === `${checkInDate} ${checkOutDate} ${guests}` &&
    checkInDate < checkOutDate &&
    Number.isInteger(wanted.numberOfGuests) &&
    wanted.numberOfGuests > 0
  const preview = useGuestChangeQuery({ token, ...wanted }, { skip: !isReady })
  const shown = isReady ? preview.currentData : undefined
  const offers = freeNightsOf(preview.error)
  const take = (from: string, until: string | null) => {
    setCheckIn(from)
    if (until) setCheckOut(until)
  }
  const send = async () => {
    if (!shown) return
    try {
      await change({ token, ...wanted, expectedTotal: shown.totalAfter }).unwrap()
      toast({
        variant: 'success',
        title: 'Stay changed',
        ...(shown.difference > 0 ? { description: `${money(shown.difference)} is to be paid now.` } : {}),
      })
      onClose()
    } catch (error) {
      toastError('Failed to change the stay', error)
      void preview.refetch()
    }
  }
  return (
    <Dialog onClose={onClose} title="Change dates or guests" description="Nights that you keep stay at their price.">
      <PlainForm
        className="grid flex-1 content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Check-in" required>
            {(bound) => (
              <DateInput {...bound} value={checkInDate} onChange={({ target }) => setCheckIn(target.value)} />
            )}
          </Field>
          <Field label="Check-out" required>
            {(bound) => (
              <DateInput {...bound} value={checkOutDate} onChange={({ target }) => setCheckOut(target.value)} />
            )}
          </Field>
          <Field label="Guests" required>
            {(bound) => (
              <Input
                {...bound}
                type="number"
                inputMode="numeric"
                min={1}
                value={guests}
                onChange={({ target }) => setGuests(target.value)}
              />
            )}
          </Field>
        </div>
        {isReady && preview.error && offers.length > 0 && (
          <FreeDates sentence={messageOf(preview.error)} offers={offers} onChoose={take} />
        )}
        {isReady && preview.error && offers.length === 0 && <Callout tone="danger" title={messageOf(preview.error)} />}
        {shown && <ChangeLines change={shown} />}
        <FormFooter
          submit={shown && shown.difference > 0 ? `Change and pay ${money(shown.difference)}` : 'Change the stay'}
          loading={isLoading}
          disabled={!shown}
          onCancel={onClose}
        />
      </PlainForm>
    </Dialog>
  )
}
