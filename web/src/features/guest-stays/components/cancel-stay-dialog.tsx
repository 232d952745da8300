import { useState } from 'react'
import { useCancelStayMutation, useGuestCancellationQuery } from '~/api/public-stays.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { RefundLines } from '~/components/stays/refund-lines.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Textarea } from '~/components/ui/input.tsx'
import { money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import type { StayProps } from './stay.tsx'

/** The guest cancels, once they saw what they get back. */
export function CancelStayDialog({ token, stay, onClose }: StayProps & { onClose: () => void }) {
  const preview = useGuestCancellationQuery({ token }, { refetchOnMountOrArgChange: true })
  const [cancel, { isLoading }] = useCancelStayMutation()
  const [reason, setReason] = useState('')
  const refund = preview.currentData
  const send = async () => {
    if (!refund) return
    try {
      const done = await cancel({ token, expectedRefund: refund.refundAmount, reason: reason || null }).unwrap()
      toast({
        variant: 'success',
        title: 'Stay cancelled',
        description: done.refundedAmount > 0 ? `${money(done.refundedAmount)} refunded` : 'Nothing was refunded',
      })
      onClose()
    } catch (error) {
      toastError('Failed to cancel the stay', error)
      void preview.refetch()
    }
  }
  return (
    <Dialog onClose={onClose} title="Cancel the stay" description={stay.cancellation.text}>
      <PlainForm
        className="grid flex-1 content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <RefundLines refund={refund} error={preview.error} onRetry={() => void preview.refetch()} />
        <Field label={`Message to ${stay.hostName}`} optional>
          {(bound) => (
            <Textarea {...bound} rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
          )}
        </Field>
        <FormFooter
          danger
          submit={refund ? `Cancel and get ${money(refund.refundAmount)} back` : 'Cancel the stay'}
          cancel="Keep my stay"
          loading={isLoading}
          disabled={!refund}
          onCancel={onClose}
        />
      </PlainForm>
    </Dialog>
  )
}
