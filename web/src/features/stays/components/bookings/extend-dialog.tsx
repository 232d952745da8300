import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import { useState } from 'react'
import { useExtendBookingMutation, useExtensionPreviewQuery } from '~/api/bookings.ts'
import { messageOf } from '~/api/client/problem.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { ChangeLines } from '~/components/stays/change-lines.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { DateInput } from '~/components/ui/input.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { addDays } from '~/lib/nights.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** Lets the guests stay longer; says what it costs first. */
export function ExtendDialog({ booking, onClose }: { booking: ShortTermBookingDetail; onClose: () => void }) {
  const earliest = addDays(booking.checkOutDate, 1)
  const [checkOutDate, setCheckOut] = useState(earliest)
  const isLater = checkOutDate >= earliest
  const preview = useExtensionPreviewQuery({ id: booking.id, checkOutDate }, { skip: !isLater })
  const [extend, { isLoading }] = useExtendBookingMutation()
  const send = async () => {
    try {
      const done = await extend({ id: booking.id, checkOutDate }).unwrap()
      toast({ variant: 'success', title: 'Stay extended', description: `Until ${date(done.checkOutDate)}` })
      onClose()
    } catch (error) {
      toastError('Failed to extend the stay', error)
    }
  }
  const change = preview.currentData
  return (
    <Dialog
      onClose={onClose}
      title="Extend the stay"
      description={`${booking.guestName} leaves on ${date(booking.checkOutDate)} now.`}
    >
      <PlainForm
        className="grid flex-1 content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field label="New check-out" required>
          {(bound) => (
            <DateInput
              {...bound}
              min={earliest}
              value={checkOutDate}
              onChange={({ target }) => setCheckOut(target.value)}
            />
          )}
        </Field>
        {preview.error && <Callout tone="danger" title={messageOf(preview.error)} />}
        {change && <ChangeLines change={change} />}
        <FormFooter
          submit={change && change.difference > 0 ? `Extend for ${money(change.difference)}` : 'Extend'}
          loading={isLoading}
          disabled={!change}
          onCancel={onClose}
        />
      </PlainForm>
    </Dialog>
  )
}
