import type { BankTransfer } from '@keyhold/contracts/payments/bank-accounts'
import { Undo2 } from 'lucide-react'
import { useListTransfersInfiniteQuery } from '~/api/bank-accounts.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { IconButton } from '~/components/ui/button.tsx'
import { date, money } from '~/lib/format.ts'

/** What was moved between the accounts, the latest first. */
export function BankTransfers({ onUndo }: { onUndo: (transfer: BankTransfer) => void }) {
  const list = useListTransfersInfiniteQuery({ limit: 10 })
  return (
    <section aria-labelledby="bank-transfers" className="border-t border-line">
      <h3 id="bank-transfers" className="px-5 pt-3 text-sm font-medium text-muted">
        Transfers between accounts
      </h3>
      <PagedList list={list} compact showsCount={false}>
        {(transfers, loading) =>
          transfers.length === 0 ? (
            <p className="px-5 pt-1 pb-4 text-muted">{loading ? 'Loading…' : 'Nothing yet.'}</p>
          ) : (
            <ul className="divide-y divide-line">
              {transfers.map((transfer) => (
                <Transfer key={transfer.id} transfer={transfer} onUndo={() => onUndo(transfer)} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </section>
  )
}

function Transfer({ transfer, onUndo }: { transfer: BankTransfer; onUndo: () => void }) {
  const { fromName, toName, amount, on, notes, undoneOn, undoneReason } = transfer
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <div className="grid flex-1 gap-0.5">
        <span>
          {fromName} → {toName}
        </span>
        <span className="text-sm text-muted">
          {[date(on), notes].filter(Boolean).join(' · ')}
          {undoneOn && ` · undone on ${date(undoneOn)}: ${undoneReason}`}
        </span>
      </div>
      <span className={undoneOn ? 'figures text-muted line-through' : 'figures font-medium'}>{money(amount)}</span>
      {undoneOn === null ? (
        <IconButton label={`Undo: ${money(amount)} to ${toName}, ${date(on)}`} onClick={onUndo}>
          <Undo2 aria-hidden />
        </IconButton>
      ) : (
        // As wide as the button of the others, so that the amounts stand below each other.
        <span className="w-9" />
      )}
    </li>
  )
}
