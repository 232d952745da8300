import { CancellationForm, type Payment } from '@keyhold/contracts/payments/payments'
import { useCancelPaymentMutation } from '~/api/payments.ts'
import { ReasonDialog } from '~/components/money/reason-dialog.tsx'
import { date, money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'

/** Cancels a charge that is no longer owed, with a reason: a waived fee, a rent after the tenant moved out. */
export function CancelDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [cancel] = useCancelPaymentMutation()
  const confirm = async (reason: string) => {
    await cancel({ id: payment.id, reason }).unwrap()
    toast({ title: 'Charge cancelled', description: `${payment.tenantName} no longer owes ${money(payment.amount)}.` })
  }
  return (
    <ReasonDialog
      schema={CancellationForm}
      title="Cancel this charge?"
      description={`${payment.tenantName} · due ${date(payment.dueDate)}`}
      submit="Cancel charge"
      cancel="Keep it"
      danger
      failure="Failed to cancel charge"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {money(payment.amount)} will no longer be owed, and the charge leaves your list and your tenant’s. This can’t be
        undone; the charge and your reason stay in the ledger.
      </p>
    </ReasonDialog>
  )
}
