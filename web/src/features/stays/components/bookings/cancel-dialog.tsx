import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import type { CancelledBy } from '@keyhold/contracts/properties/stays/stay-values'
import { useState } from 'react'
import { useCancelBookingMutation, useCancellationPreviewQuery } from '~/api/bookings.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { RefundLines } from '~/components/stays/refund-lines.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { MoneyInput, Textarea } from '~/components/ui/input.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

const whoOptions: { value: CancelledBy; label: string }[] = [
  { value: 'landlord', label: 'I cancel it' },
  { value: 'guest', label: 'The guest cancels it' },
  { value: 'channel', label: 'The channel cancelled it' },
]

/** Cancels a booking, once the refund was seen. */
export function CancelDialog({ booking, onClose }: { booking: ShortTermBookingDetail; onClose: () => void }) {
  const [by, setBy] = useState<CancelledBy>('landlord')
  const [reason, setReason] = useState('')
  const [own, setOwn] = useState('')
  const preview = useCancellationPreviewQuery({ id: booking.id, by }, { refetchOnMountOrArgChange: true })
  const [cancel, { isLoading }] = useCancelBookingMutation()
  const refund = preview.currentData
  const given = own === '' ? null : Number(own)

  const send = async () => {
    if (!refund) return
    try {
      const done = await cancel({
        id: booking.id,
        by,
        reason: reason || null,
        expectedRefund: refund.refundAmount,
        ...(given === null ? {} : { refundAmount: given }),
      }).unwrap()
      toast({
        variant: 'success',
        title: 'Booking cancelled',
        description: done.refundedAmount > 0 ? `${money(done.refundedAmount)} refunded` : 'Nothing was refunded',
      })
      onClose()
    } catch (error) {
      toastError('Failed to cancel the booking', error)
      void preview.refetch()
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title="Cancel booking"
      description={`The stay of ${booking.guestName}. Its nights are free at once.`}
    >
      <PlainForm
        className="grid flex-1 content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field label="Who cancels?">
          {(bound) => (
            <NativeSelect
              {...bound}
              value={by}
              options={whoOptions}
              onChange={({ target }) =>
                setBy(whoOptions.find(({ value }) => value === target.value)?.value ?? 'landlord')
              }
            />
          )}
        </Field>
        <RefundLines refund={refund} error={preview.error} onRetry={() => void preview.refetch()} />
        {refund && refund.paidAmount > 0 && (
          <Field
            label="Refund another amount"
            hint={`Leave it empty for ${money(refund.refundAmount)}. At most ${money(refund.paidAmount)}.`}
            optional
          >
            {(bound) => (
              <MoneyInput
                {...bound}
                value={own}
                max={refund.paidAmount}
                onChange={({ target }) => setOwn(target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Reason" optional>
          {(bound) => (
            <Textarea {...bound} rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
          )}
        </Field>
        <FormFooter
          danger
          submit={refund ? `Cancel and refund ${money(given ?? refund.refundAmount)}` : 'Cancel booking'}
          cancel="Keep it"
          loading={isLoading}
          disabled={!refund}
          onCancel={onClose}
        />
      </PlainForm>
    </Dialog>
  )
}
