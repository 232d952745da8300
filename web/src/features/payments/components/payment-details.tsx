import type { ChargeEvent } from '@keyhold/contracts/payments/credits'
import type { Payment } from '@keyhold/contracts/payments/payments'
import type { Receipt } from '@keyhold/contracts/payments/receipts'
import type { z } from '@keyhold/contracts/zod'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { usePaymentHistoryQuery } from '~/api/credits.ts'
import { useGetPaymentQuery } from '~/api/payments.ts'
import { useListReceiptsInfiniteQuery } from '~/api/receipts.ts'
import { ReceiptDialog } from '~/components/money/receipts/receipt-dialog.tsx'
import { WriteOffDialog } from '~/components/money/write-off-dialog.tsx'
import { chargeName } from '~/components/money/words.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { date, dateTime, money, words } from '~/lib/format.ts'
import { canBeWrittenOff } from '../words.ts'

type View = { receipt: string } | 'writeOff' | null

/** A charge: what was received on it and what happened to it. */
export function PaymentDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const [view, setView] = useState<View>(null)
  const { currentData: payment, error, refetch } = useGetPaymentQuery({ id })
  const back = () => setView(null)
  if (view === 'writeOff' && payment) return <WriteOffDialog payment={payment} onClose={back} />
  if (view !== null && view !== 'writeOff') return <ReceiptDialog id={view.receipt} onClose={back} />
  return (
    <Dialog
      onClose={onClose}
      title={payment ? chargeName(payment) : 'Payment'}
      description={payment && [payment.tenantName, payment.propertyName].filter(Boolean).join(' · ')}
    >
      {payment ? (
        <div className="grid flex-1 content-start gap-5">
          <Facts payment={payment} />
          <Received payment={payment} onOpen={(receipt) => setView({ receipt })} />
          <History id={id} />
          {canBeWrittenOff(payment) && (
            <DialogFooter>
              <Button variant="secondary" onClick={() => setView('writeOff')}>
                Write off…
              </Button>
            </DialogFooter>
          )}
        </div>
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
    </Dialog>
  )
}

function Facts({ payment }: { payment: Payment }) {
  return (
    <Details
      className="grid-cols-2"
      items={[
        { label: 'Amount', value: <span className="figures">{money(payment.amount)}</span> },
        { label: 'Open', value: <span className="figures">{money(payment.cancelledAt ? 0 : payment.balance)}</span> },
        { label: 'Due', value: date(payment.dueDate) },
        {
          label: 'Status',
          value: payment.cancelledAt ? (
            <Badge>Cancelled</Badge>
          ) : (
            <StatusBadge status={payment.isOverdue ? 'overdue' : payment.status} />
          ),
        },
        ...(payment.notes ? [{ label: 'Notes', value: payment.notes }] : []),
        ...(payment.verificationNotes ? [{ label: 'Verification notes', value: payment.verificationNotes }] : []),
      ]}
    />
  )
}

function Received({ payment: { id }, onOpen }: { payment: Payment; onOpen: (receipt: string) => void }) {
  const list = useListReceiptsInfiniteQuery({ paymentId: id, limit: 100 })
  const receipts = itemsOf(list.data)
  return (
    <section aria-label="Received">
      <h3 className="mb-1 font-semibold">Received</h3>
      {list.isLoading && <Skeleton className="h-12 w-full" />}
      {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && receipts.length === 0 && <p className="text-muted">Nothing received yet.</p>}
      {receipts.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {receipts.map((receipt) => (
            <li key={receipt.id}>
              <button
                type="button"
                onClick={() => onOpen(receipt.id)}
                className="flex w-full items-center gap-3 px-3 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 dark:hover:bg-line"
              >
                <span className="grid flex-1">
                  <span className="font-medium">{wordsOf(receipt)}</span>
                  <span className="text-sm text-muted">{noteOf(receipt, id)}</span>
                </span>
                <span className="figures font-medium">{money(receipt.amount)}</span>
                <ChevronRight aria-hidden className="size-4 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function wordsOf({ kind, paymentMethod, confirmationNumber }: Receipt): string {
  if (kind === 'deposit') return 'From the security deposit'
  if (kind === 'concession') return 'Credit given'
  if (kind === 'write_off') return 'Written off'
  return [words(paymentMethod), confirmationNumber].filter(Boolean).join(' ')
}

const standings = {
  awaiting: 'awaiting confirmation',
  returned: 'returned by the bank',
  mistake: 'reversed',
} as const

function noteOf({ status, receivedOn, allocations, amount }: Receipt, paymentId: string): string {
  const here = allocations.find((part) => part.paymentId === paymentId)?.amount ?? 0
  const standing = status === 'counted' ? (here < amount ? `${money(here)} of it for this` : '') : standings[status]
  return [date(receivedOn), standing].filter(Boolean).join(' · ')
}

const kinds: Partial<Record<z.output<typeof ChargeEvent>['kind'], string>> = {
  charged: 'Charged',
  changed: 'Changed',
  cancelled: 'Cancelled',
  allocated: 'Paid',
  deallocated: 'Payment removed',
}

/** Who, when, why, and what it was before. */
function History({ id }: { id: string }) {
  const { currentData: events, error, refetch } = usePaymentHistoryQuery({ id })
  return (
    <section aria-label="History">
      <h3 className="mb-1 font-semibold">History</h3>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!events && !error && <Skeleton className="h-16 w-full" />}
      {events?.length === 0 && <p className="text-muted">It was cancelled before it was due, so it never counted.</p>}
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {events?.map((event) => (
          <li key={event.id} className="grid">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">{kinds[event.kind] ?? words(event.kind)}</span>
              <span className="figures">
                {money(event.before)} → {money(event.before + event.amount)} open
              </span>
            </p>
            {event.reason && <p>{event.reason}</p>}
            <p className="text-sm text-muted">
              {date(event.on)}
              {event.belongsOn && `, belongs to ${date(event.belongsOn)}`}
              {event.bankAccountName && ` · ${event.bankAccountName}`} · by{' '}
              {event.recordedBy === null ? 'Keyhold' : (event.recordedByName ?? 'a deleted user')},{' '}
              {dateTime(event.recordedAt)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
