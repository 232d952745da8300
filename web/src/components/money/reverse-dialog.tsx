import type { LedgerEntry } from '@keyhold/contracts/payments/ledgers'
import type { Payment } from '@keyhold/contracts/payments/payments'
import { ReversalForm } from '@keyhold/contracts/payments/verification'
import type { z } from '@keyhold/contracts/zod'
import type { ReactNode } from 'react'
import { useReversePaymentMutation } from '~/api/verification.ts'
import { date, money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Reverses a payment from the list: a check that bounced, a typing error. */
export function ReversePaymentDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  return (
    <ReverseDialog
      paymentId={payment.id}
      description={`${payment.tenantName} · due ${date(payment.dueDate)}`}
      outcome={`${money(payment.amountPaid)} was taken back; the payment is open again.`}
      onClose={onClose}
    >
      <p>
        {money(payment.amountPaid)} that was received will be taken back. Nothing is deleted: the receipt and its
        reversal both stay in the ledger.
      </p>
    </ReverseDialog>
  )
}

/** Reverses receipts on a charge that is no longer owed, which no list of payments shows: a check that bounced after the move-out. */
export function ReverseReceiptsDialog({
  paymentId,
  receipts,
  onClose,
}: {
  paymentId: string
  receipts: readonly z.output<typeof LedgerEntry>[]
  onClose: () => void
}) {
  return (
    <ReverseDialog paymentId={paymentId} outcome="It was taken back. What it had paid is open again." onClose={onClose}>
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
        All that was recorded on the same charge is taken back, wherever the money went: what it paid is open again, and
        what was left as credit is gone. Nothing is deleted: the receipt and its reversal both stay in the ledger.
      </p>
    </ReverseDialog>
  )
}

function ReverseDialog({
  paymentId,
  description,
  outcome,
  children,
  onClose,
}: {
  paymentId: string
  description?: string
  /** What the message says once it is done. */
  outcome: string
  children: ReactNode
  onClose: () => void
}) {
  const [reverse] = useReversePaymentMutation()
  const confirm = async (reason: string) => {
    await reverse({ id: paymentId, reason }).unwrap()
    toast({ title: 'Payment reversed', description: outcome })
  }
  return (
    <ReasonDialog
      schema={ReversalForm}
      title="Reverse this payment?"
      description={description}
      submit="Reverse payment"
      danger
      failure="Failed to reverse payment"
      onConfirm={confirm}
      onClose={onClose}
    >
      {children}
    </ReasonDialog>
  )
}
