import type { Receipt } from '@keyhold/contracts/payments/receipts'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useEditReceiptMutation, useProposeAllocationQuery, useReallocateReceiptMutation } from '~/api/receipts.ts'
import { useGetTenantQuery } from '~/api/tenants.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { AllocationFields } from './allocation-fields.tsx'
import { partsOf, payableBy, whereItWent } from './open-charges.ts'
import { usePayers } from './payers.ts'
import { ReceiptFields } from './receipt-fields.tsx'
import { faultOf, leftOf, type OpenCharge, sharesOf } from './spread.ts'

/** Loads what the receipt could pay. */
function WithCharges({
  receipt,
  title,
  description,
  children,
  onClose,
}: {
  receipt: Receipt
  title: string
  description: string
  children: (charges: OpenCharge[]) => ReactNode
  onClose: () => void
}) {
  const answer = useProposeAllocationQuery({ id: receipt.tenantId }, { refetchOnMountOrArgChange: true })
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      {answer.error ? (
        <ErrorState compact error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.currentData && !answer.isFetching ? (
        children(payableBy(receipt, answer.currentData))
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  )
}

/** Corrects what was entered: the receipt is taken back and recorded anew in one step. */
export function CorrectDialog({
  receipt,
  onClose,
  onDone,
}: {
  receipt: Receipt
  onClose: () => void
  onDone: (id: string) => void
}) {
  const [edit] = useEditReceiptMutation()
  const { currentData: tenant } = useGetTenantQuery({ id: receipt.tenantId })
  const payers = usePayers(tenant, receipt.tenantId)
  return (
    <WithCharges
      receipt={receipt}
      title="Correct this payment"
      description={`${receipt.tenantName} · ${money(receipt.amount)}, received ${date(receipt.receivedOn)}`}
      onClose={onClose}
    >
      {(charges) => (
        <ReceiptFields
          charges={charges}
          start={{
            amount: receipt.amount,
            paymentMethod: receipt.paymentMethod,
            receivedOn: receipt.receivedOn,
            confirmationNumber: receipt.confirmationNumber ?? '',
            payerId: receipt.payerId,
            bankAccountId: receipt.bankAccountId,
            notes: receipt.notes ?? '',
          }}
          parts={partsOf(receipt)}
          payers={payers}
          submit="Save correction"
          failure="Failed to correct the payment"
          onCancel={onClose}
          onSave={async (values) => {
            const made = await edit({ id: receipt.id, ...values }).unwrap()
            toast({ variant: 'success', title: 'Payment corrected', description: whereItWent(made) })
            onDone(made.id)
          }}
        >
          <p className="text-sm text-muted">
            Both entries stay in the books: the original is reversed today and replaced by the corrected one. If its
            period is closed, both are on the first open day.
          </p>
        </ReceiptFields>
      )}
    </WithCharges>
  )
}

/** Lets the money pay other charges from today on. */
export function MoveDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  return (
    <WithCharges
      receipt={receipt}
      title="Move this payment"
      description={`${receipt.tenantName} · ${money(receipt.amount)}, received ${date(receipt.receivedOn)}`}
      onClose={onClose}
    >
      {(charges) => <MoveForm receipt={receipt} charges={charges} onClose={onClose} />}
    </WithCharges>
  )
}

function MoveForm({ receipt, charges, onClose }: { receipt: Receipt; charges: OpenCharge[]; onClose: () => void }) {
  const [move, { isLoading }] = useReallocateReceiptMutation()
  const [parts, setParts] = useState(() => partsOf(receipt))
  const isFaulty =
    leftOf(receipt.amount, parts) < 0 || charges.some(({ paymentId, open }) => faultOf(parts[paymentId], open) !== null)
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isFaulty || isLoading) return
    try {
      const made = await move({ id: receipt.id, allocations: sharesOf(parts) }).unwrap()
      toast({ variant: 'success', title: 'Payment moved', description: whereItWent(made) })
      onClose()
    } catch (error) {
      toastError('Failed to move the payment', error)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid flex-1 content-start gap-4">
      <AllocationFields charges={charges} parts={parts} amount={receipt.amount} onChange={setParts} />
      <p className="text-sm text-muted">
        From today it is applied to these charges. Reports for earlier dates don’t change.
      </p>
      <FormFooter submit="Move" loading={isLoading} disabled={isFaulty} onCancel={onClose} />
    </form>
  )
}
