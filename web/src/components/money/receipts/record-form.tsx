import type { ProposedAllocation } from '@keyhold/contracts/payments/receipts'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { useRecordReceiptMutation } from '~/api/receipts.ts'
import { today } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { openOf, whatItPays } from './open-charges.ts'
import { usePayers } from './payers.ts'
import { ReceiptFields } from './receipt-fields.tsx'
import { dueBy, spread, sumOf } from './spread.ts'

/** Records money from a tenant, with what is due filled in. */
export function RecordForm({
  tenantId,
  tenant,
  proposal,
  onClose,
}: {
  tenantId: string
  tenant: Tenant | undefined
  proposal: z.output<typeof ProposedAllocation>
  onClose: () => void
}) {
  const [record] = useRecordReceiptMutation()
  const payers = usePayers(tenant)
  const charges = openOf(proposal)
  const due = dueBy(charges, today())
  const parts = spread(
    due.reduce((sum, { open }) => sum + open, 0),
    due,
  )
  return (
    <ReceiptFields
      charges={charges}
      start={{
        amount: sumOf(parts),
        paymentMethod: 'check',
        receivedOn: today(),
        confirmationNumber: '',
        payerId: tenantId,
        bankAccountId: '',
        notes: '',
      }}
      parts={parts}
      payers={payers}
      submit="Record Payment"
      failure="Failed to create payment record"
      onCancel={onClose}
      onSave={async (values) => {
        const made = await record({ tenantId, ...values }).unwrap()
        toast({ variant: 'success', title: 'Payment recorded', description: whatItPays(made) })
        onClose()
      }}
    />
  )
}
