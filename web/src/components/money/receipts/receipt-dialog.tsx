import type { Receipt } from '@keyhold/contracts/payments/receipts'
import { FileDown, Mail } from 'lucide-react'
import { useState } from 'react'
import { receiptUrl, useGetReceiptQuery, useSendReceiptMutation } from '~/api/receipts.ts'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { date, dateTime, money, words } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { chargeName } from '../words.ts'
import { CorrectDialog, MoveDialog } from './change-dialogs.tsx'
import { ReverseReceiptDialog } from './reverse-receipt-dialog.tsx'

type View = 'correct' | 'move' | 'returned' | 'mistake'

/** A receipt with all that is known about it, and what can be done with it. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // After a correction, the receipt that replaces it.
  const [shown, setShown] = useState(id)
  const [view, setView] = useState<View | null>(null)
  const { currentData: receipt, error, refetch } = useGetReceiptQuery({ id: shown })
  const back = () => setView(null)
  if (receipt && view === 'correct')
    return (
      <CorrectDialog
        receipt={receipt}
        onClose={back}
        onDone={(made) => {
          setShown(made)
          back()
        }}
      />
    )
  if (receipt && view === 'move') return <MoveDialog receipt={receipt} onClose={back} />
  if (receipt && (view === 'returned' || view === 'mistake'))
    return <ReverseReceiptDialog receipt={receipt} kind={view} onClose={back} />
  return (
    <Dialog
      onClose={onClose}
      title={receipt ? titles[receipt.kind] : 'Receipt'}
      description={receipt && [receipt.tenantName, receipt.propertyName, receipt.unitName].filter(Boolean).join(' · ')}
    >
      {receipt ? (
        <Facts receipt={receipt} onView={setView} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  )
}

const titles: Record<Receipt['kind'], string> = {
  money: 'Payment received',
  deposit: 'Paid from the deposit',
  concession: 'Credit given',
  write_off: 'Written off',
}

const statuses: Record<Receipt['status'], { label: string; tone: Tone }> = {
  awaiting: { label: 'Awaiting confirmation', tone: 'info' },
  counted: { label: 'Recorded', tone: 'success' },
  returned: { label: 'Returned by the bank', tone: 'danger' },
  mistake: { label: 'Reversed', tone: 'neutral' },
}

function Facts({ receipt, onView }: { receipt: Receipt; onView: (view: View) => void }) {
  const { status, kind } = receipt
  const isMoney = kind === 'money'
  const counts = status === 'counted'
  return (
    <div className="grid content-start gap-5">
      {receipt.reversedOn && (
        <Callout
          tone="warning"
          title={`${statuses[status].label} on ${date(receipt.reversedOn)}${receipt.reversalBelongsOn ? ` (of ${date(receipt.reversalBelongsOn)})` : ''}`}
        >
          {receipt.reversalReason}
        </Callout>
      )}
      <Details
        className="grid-cols-2"
        items={[
          { label: 'Amount', value: <span className="figures">{money(receipt.amount)}</span> },
          { label: 'Status', value: <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge> },
          { label: isMoney ? 'Received on' : 'On', value: date(receipt.receivedOn) },
          ...(isMoney
            ? [
                { label: 'Received from', value: receipt.payerName ?? receipt.tenantName },
                { label: 'Method', value: words(receipt.paymentMethod) },
                { label: 'Reference', value: receipt.confirmationNumber },
                ...(receipt.bankAccountName ? [{ label: 'Deposited into', value: receipt.bankAccountName }] : []),
              ]
            : []),
          {
            label: receipt.reportedBy === 'tenant' ? 'Reported by the tenant' : 'Recorded',
            value: dateTime(receipt.recordedAt),
          },
          ...(receipt.verifiedAt ? [{ label: 'Confirmed', value: dateTime(receipt.verifiedAt) }] : []),
          ...(receipt.notes ? [{ label: isMoney ? 'Notes' : 'Reason', value: receipt.notes }] : []),
        ]}
      />
      <WhatItPaid receipt={receipt} />
      {isMoney && receipt.replacesId && <p className="text-sm text-muted">It corrects an earlier entry.</p>}
      {counts && kind !== 'deposit' && (
        // On a phone the buttons of a line share its whole width, so that none stands alone.
        <div className="flex flex-wrap gap-2 max-sm:[&>*]:grow">
          {isMoney && (
            <>
              <Button asChild variant="secondary" size="sm">
                <SessionFileLink href={receiptUrl(receipt.id)}>
                  <FileDown aria-hidden />
                  Receipt (PDF)
                </SessionFileLink>
              </Button>
              <SendReceipt id={receipt.id} />
              <Button variant="danger-ghost" size="sm" onClick={() => onView('returned')}>
                Returned by the bank…
              </Button>
            </>
          )}
          <Button variant="danger-ghost" size="sm" onClick={() => onView('mistake')}>
            Entered by mistake…
          </Button>
        </div>
      )}
      {status === 'awaiting' && (
        <DialogFooter>
          <Button variant="danger-ghost" onClick={() => onView('mistake')}>
            Reject…
          </Button>
        </DialogFooter>
      )}
      {counts && (
        <DialogFooter>
          <Button variant="secondary" onClick={() => onView('move')}>
            Move…
          </Button>
          {isMoney && <Button onClick={() => onView('correct')}>Correct…</Button>}
        </DialogFooter>
      )}
    </div>
  )
}

/** One click: it goes to the tenant who paid. */
function SendReceipt({ id }: { id: string }) {
  const [send, { isLoading }] = useSendReceiptMutation()
  const press = async () => {
    try {
      const { to } = await send({ id }).unwrap()
      toast({ variant: 'success', title: 'Receipt sent', description: `To ${to}.` })
    } catch (error) {
      toastError('The receipt was not sent', error)
    }
  }
  return (
    <Button variant="secondary" size="sm" icon={<Mail aria-hidden />} loading={isLoading} onClick={() => void press()}>
      Send to tenant
    </Button>
  )
}

function WhatItPaid({ receipt: { allocations, unallocated, status } }: { receipt: Receipt }) {
  if (status === 'awaiting') return <p className="text-muted">It is not applied to any charge until you confirm it.</p>
  if (allocations.length === 0 && unallocated === 0)
    return <p className="text-muted">It is not applied to any charge.</p>
  return (
    <section aria-label="Applied to">
      <h3 className="mb-1 text-sm font-medium text-muted">Applied to</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {allocations.map((charge) => (
          <li key={charge.paymentId} className="flex items-baseline justify-between gap-4 px-3 py-2">
            <span>
              {chargeName(charge)} <span className="text-sm text-muted">due {date(charge.dueDate)}</span>
            </span>
            <span className="figures font-medium">{money(charge.amount)}</span>
          </li>
        ))}
        {unallocated > 0 && (
          <li className="flex items-baseline justify-between gap-4 px-3 py-2">
            <span>Credit toward future charges</span>
            <span className="figures font-medium">{money(unallocated)}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
