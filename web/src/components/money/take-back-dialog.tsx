import type { LedgerEntry } from '@keyhold/contracts/payments/ledgers'
import { ReversalForm } from '@keyhold/contracts/payments/verification'
import type { z } from '@keyhold/contracts/zod'
import { messageOf } from '~/api/client/problem.ts'
import { TextareaField } from '~/components/form/fields.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { date, money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { useReversePaymentMutation } from '~/api/verification.ts'

/** Takes back what was recorded on a charge that nobody owes any more: a check that bounced after the move-out. */
export function ReverseReceiptDialog({
  paymentId,
  receipts,
  onClose,
}: {
  paymentId: string
  receipts: readonly z.output<typeof LedgerEntry>[]
  onClose: () => void
}) {
  const [takeBack, { isLoading }] = useReversePaymentMutation()
  const form = useZodForm(ReversalForm, { defaultValues: { reason: '' } })

  const confirm = async ({ reason }: { reason: string }) => {
    try {
      await takeBack({ id: paymentId, reason }).unwrap()
      toast({ title: 'Payment reversed', description: 'It was taken back. What it had paid is open again.' })
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: 'Failed to reverse payment', description: messageOf(error) })
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="sm" title="Reverse this payment?">
      <Form form={form} onSubmit={confirm} className="flex-1">
        <ul className="grid gap-1">
          {receipts.map(({ id, description, on, amount }) => (
            <li key={id} className="flex items-baseline justify-between gap-4">
              <span>
                {description}, {date(on)}
              </span>
              <span className="figures font-medium">{money(-amount)}</span>
            </li>
          ))}
        </ul>
        <p className="text-muted">
          All that was recorded on the same charge is taken back, wherever the money went: what it paid is open again,
          and what was left as credit is gone. Nothing is deleted: the receipt and its reversal both stay in the ledger.
        </p>
        <TextareaField control={form.control} name="reason" label="Reason" rows={3} required />
        <DialogFooter>
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={isLoading}>
            Reverse payment
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
