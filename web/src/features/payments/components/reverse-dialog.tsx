import { type Payment } from '@keyhold/contracts/payments/payments'
import { ReversalForm } from '@keyhold/contracts/payments/verification'
import { messageOf } from '~/api/client/problem.ts'
import { TextareaField } from '~/components/form/fields.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { date, money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { useReversePaymentMutation } from '~/api/verification.ts'

/** Takes back what was received, with a reason: a check that bounced, a slip of the pen. */
export function ReverseDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [reverse, { isLoading }] = useReversePaymentMutation()
  const form = useZodForm(ReversalForm, { defaultValues: { reason: '' } })

  const takeBack = async ({ reason }: { reason: string }) => {
    try {
      await reverse({ id: payment.id, reason }).unwrap()
      toast({
        title: 'Payment reversed',
        description: `${money(payment.amountPaid)} was taken back; the payment is open again.`,
      })
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: 'Failed to reverse payment', description: messageOf(error) })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Reverse this payment?"
      description={`${payment.tenantName} · due ${date(payment.dueDate)}`}
    >
      <Form form={form} onSubmit={takeBack} className="flex-1">
        <p>
          {money(payment.amountPaid)} that was received will be taken back. Nothing is deleted: the receipt and its
          reversal both stay in the ledger.
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
