import { CancellationForm, type Payment } from '@keyhold/contracts/payments/payments'
import { messageOf } from '~/api/client/problem.ts'
import { TextareaField } from '~/components/form/fields.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { date, money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { useCancelPaymentMutation } from '~/api/payments.ts'

/** Cancels a charge that nobody owes any more, with a reason: a waived fee, a rent after the tenant moved out. */
export function CancelDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [cancel, { isLoading }] = useCancelPaymentMutation()
  const form = useZodForm(CancellationForm, { defaultValues: { reason: '' } })

  const confirm = async ({ reason }: { reason: string }) => {
    try {
      await cancel({ id: payment.id, reason }).unwrap()
      toast({
        title: 'Charge cancelled',
        description: `${payment.tenantName} no longer owes ${money(payment.amount)}.`,
      })
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: 'Failed to cancel charge', description: messageOf(error) })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Cancel this charge?"
      description={`${payment.tenantName} · due ${date(payment.dueDate)}`}
    >
      <Form form={form} onSubmit={confirm} className="flex-1">
        <p>
          {money(payment.amount)} will no longer be owed, and the charge leaves your list and your tenant’s. This can’t
          be undone; the charge and your reason stay in the ledger.
        </p>
        <TextareaField control={form.control} name="reason" label="Reason" rows={3} required />
        <DialogFooter>
          <Button type="button" variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" variant="danger" loading={isLoading}>
            Cancel charge
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
