import { type LateFee, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { useWaiveLateFeeMutation } from '~/api/late-fees.ts'
import { ReasonDialog } from '~/components/money/reason-dialog.tsx'
import { date, money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'

/** Waives a late fee, with a reason that stays with it. */
export function WaiveDialog({ fee, onClose }: { fee: LateFee; onClose: () => void }) {
  const [waive] = useWaiveLateFeeMutation()
  const confirm = async (reason: string) => {
    await waive({ id: fee.id, reason }).unwrap()
    toast({ variant: 'success', title: 'Late fee waived' })
  }
  return (
    <ReasonDialog
      schema={waiveLateFee.body}
      title="Waive this late fee?"
      description={`${fee.tenantName} · ${money(fee.amount)} for ${fee.kind === 'late' ? `the rent due ${date(fee.rentDueDate)}` : 'a returned payment'}`}
      hint="Your tenant can see this."
      submit="Waive"
      failure="Failed to waive the late fee"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
