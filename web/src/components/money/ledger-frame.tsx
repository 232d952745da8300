import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import { FileDown, ScrollText } from 'lucide-react'
import { type ReactNode } from 'react'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { DataTable } from '~/components/ui/data-table.tsx'
import { DateInput } from '~/components/ui/input.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { columnsOf, type Entry } from './ledger-columns.tsx'
import { orderPhrases } from './words.ts'

export type Span = { from?: string; to?: string }

/** Without half-typed years, such as 0202. */
export const asked = (span: Span): Span => Object.fromEntries(Object.entries(span).filter(([, day]) => day >= '1900'))

interface Answer {
  currentData?: z.output<typeof Ledger> | null
  isError: boolean
  error?: unknown
  isLoading: boolean
  refetch: () => unknown
}

export function LedgerCard({
  answer: { currentData, isError, error, isLoading, refetch },
  span,
  onSpan,
  file,
  search: whose = {},
  more = () => null,
  actions,
}: {
  answer: Answer
  span: Span
  onSpan: (span: Span) => void
  file: string
  /** What else the file is asked for. */
  search?: Record<string, string>
  more?: (entry: Entry) => ReactNode
  /** Beside the statement. */
  actions?: ReactNode
}) {
  const search = new URLSearchParams({ ...whose, ...asked(span) })
  const set = (name: keyof Span, value: string) => {
    const { [name]: _, ...rest } = span
    onSpan(value ? { ...rest, [name]: value } : rest)
  }
  return (
    <SectionCard
      title="Ledger"
      padded={false}
      action={
        <div className="flex flex-wrap items-center justify-end gap-1">
          <Button asChild variant="ghost" size="sm">
            <SessionFileLink href={search.size > 0 ? `${file}?${search}` : file}>
              <FileDown aria-hidden />
              Statement
            </SessionFileLink>
          </Button>
          {actions}
        </div>
      }
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 pb-4">
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <DateInput
            aria-label="From"
            value={span.from ?? currentData?.from ?? ''}
            onChange={(event) => set('from', event.target.value)}
            className="w-auto"
          />
          <span className="flex items-center gap-2">
            to
            <DateInput
              aria-label="To"
              value={span.to ?? currentData?.to ?? ''}
              onChange={(event) => set('to', event.target.value)}
              className="w-auto"
            />
          </span>
        </div>
        {currentData && <Sums ledger={currentData} />}
      </div>
      {isError && !currentData ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Ledger"
          columns={columnsOf(more)}
          rows={currentData?.entries ?? []}
          rowKey={({ id, kind, on }) => `${kind} ${id} ${on}`}
          loading={isLoading || !currentData}
          empty={
            <EmptyState
              compact
              level={3}
              icon={<ScrollText aria-hidden />}
              title="No transactions"
              description="Nothing was charged or received in this period."
            />
          }
        />
      )}
    </SectionCard>
  )
}

function Sums({ ledger }: { ledger: z.output<typeof Ledger> }) {
  // The balances of the shown days, then what holds today.
  const items = [
    { label: `Opening balance on ${date(ledger.from)}`, value: ledger.openingBalance },
    { label: `Closing balance on ${date(ledger.to)}`, value: ledger.closingBalance },
    ...(ledger.left && ledger.left.settled > 0
      ? [{ label: `Paid, credited or cancelled after ${date(ledger.left.on)}`, value: ledger.left.settled }]
      : []),
    { label: 'Due today', value: ledger.due },
    ...(ledger.prepaid > 0 ? [{ label: 'Prepaid rent today', value: ledger.prepaid }] : []),
    ...(ledger.credit > 0 ? [{ label: 'Credit today', value: ledger.credit }] : []),
    ...(ledger.awaiting > 0 ? [{ label: 'Awaiting confirmation today', value: ledger.awaiting }] : []),
    ...(ledger.depositHeld > 0 ? [{ label: 'Deposit held today', value: ledger.depositHeld }] : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {items.map(({ label, value }) => (
        <div key={label} className="flex items-baseline gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="figures font-medium">{money(value)}</dd>
        </div>
      ))}
      <div className="flex items-baseline gap-1.5">
        <dt className="text-muted">Payments are applied to</dt>
        <dd className="font-medium">{orderPhrases[ledger.allocationOrder]}</dd>
      </div>
    </dl>
  )
}
