import type { Ledger, LedgerEntry } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import { FileDown, ScrollText, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { ownStatementUrl, statementUrl, useGetLedgerQuery, useTenantLedgerQuery } from '~/api/ledgers.ts'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { DateInput } from '~/components/ui/input.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { date, money, nothing } from '~/lib/format.ts'

type Entry = z.output<typeof LedgerEntry>
type Span = { from?: string; to?: string }

// Not a part of the tenant's page.
const ReverseReceiptsDialog = lazy(async () => ({
  default: (await import('./reverse-dialog.tsx')).ReverseReceiptsDialog,
}))

/** `more`: what a line offers besides. */
const columnsOf = (more: (entry: Entry) => ReactNode): readonly Column<Entry>[] => [
  {
    key: 'what',
    header: 'Entry',
    cell: (entry) => whatOf(entry, more(entry)),
  },
  ...figures,
]

const whatOf = ({ description, basis, on, amount, aside }: Entry, more: ReactNode) => (
  <span className="flex items-start gap-1.5">
    <span className="grid">
      <span className="font-medium">{description}</span>
      <span className="figures text-sm font-normal text-muted">{date(on)}</span>
    </span>
    {basis && (
      <Why of={`${description}, ${date(on)}`}>
        <Formula title={description} formula={basis.formula} />
      </Why>
    )}
    {more}
    <span className="figures ml-auto pl-3 text-base md:hidden">
      <Moved amount={amount} aside={aside} />
    </span>
  </span>
)

const figures: readonly Column<Entry>[] = [
  // As the statement calls them.
  {
    key: 'charges',
    header: 'Charges',
    align: 'right',
    phone: 'hidden',
    cell: ({ amount }) => (amount > 0 ? money(amount) : nothing),
  },
  {
    key: 'payments',
    header: 'Payments',
    align: 'right',
    phone: 'hidden',
    cell: ({ amount, aside }) =>
      amount < 0 ? (
        <span className="text-success">{money(-amount)}</span>
      ) : aside === null ? (
        nothing
      ) : (
        <span className="text-muted">({money(aside)})</span>
      ),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    cell: ({ balance }) => (
      <span className="font-medium">{balance < 0 ? `${money(-balance)} credit` : money(balance)}</span>
    ),
  },
]

/** What a line does to the balance, on a phone, where the two columns are one. */
function Moved({ amount, aside }: Pick<Entry, 'amount' | 'aside'>) {
  if (amount === 0) return aside === null ? nothing : <span className="text-muted">({money(aside)})</span>
  return amount < 0 ? <span className="text-success">−{money(-amount)}</span> : money(amount)
}

/** While a year is typed it is that of Rome: not asked for. */
const asked = (span: Span): Span => Object.fromEntries(Object.entries(span).filter(([, day]) => day >= '1900'))

/**
 * Receipts that stand on charges that nobody owes any more, by the charge: a move-out freed what they paid, so no list of payments has them.
 */
function leftBehind(entries: readonly Entry[]): ReadonlyMap<string, Entry[]> {
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
  const reversed = new Set(of('reversal').map(({ id }) => id))
  const cancelled = new Set(of('cancellation').map(({ id }) => id))
  const owed = new Set(of('charge').flatMap(({ id }) => (cancelled.has(id) ? [] : [id])))
  const standing = of('receipt').filter(
    ({ id, paymentId }) => paymentId !== null && !reversed.has(id) && !owed.has(paymentId),
  )
  return Map.groupBy(standing, ({ paymentId }) => paymentId ?? '')
}

/** The ledger of a tenant as the landlord keeps it. */
export function TenantLedgerCard({ tenantId }: { tenantId: string }) {
  const [span, setSpan] = useState<Span>({})
  const [taken, setTaken] = useState<{ paymentId: string; receipts: readonly Entry[] } | null>(null)
  const answer = useGetLedgerQuery({ id: tenantId, ...asked(span) })
  const loose = useMemo(() => leftBehind(answer.currentData?.entries ?? []), [answer.currentData])
  const more = ({ kind, id, paymentId, description, on }: Entry) => {
    const receipts = kind === 'receipt' && paymentId !== null ? loose.get(paymentId) : undefined
    if (paymentId === null || !receipts?.some((one) => one.id === id)) return null
    return (
      <IconButton
        label={`Reverse: ${description}, ${date(on)}`}
        className="-my-1.5"
        onClick={() => setTaken({ paymentId, receipts })}
      >
        <Undo2 aria-hidden />
      </IconButton>
    )
  }
  return (
    <>
      <LedgerCard answer={answer} span={span} onSpan={setSpan} file={statementUrl(tenantId)} more={more} />
      {taken && (
        <Suspense>
          <ReverseReceiptsDialog {...taken} onClose={() => setTaken(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The same ledger as the tenant sees it. */
export function OwnLedgerCard() {
  const [span, setSpan] = useState<Span>({})
  const answer = useTenantLedgerQuery(asked(span))
  if (answer.data === null) return null
  return <LedgerCard answer={answer} span={span} onSpan={setSpan} file={ownStatementUrl()} />
}

interface Answer {
  currentData?: z.output<typeof Ledger> | null
  isError: boolean
  error?: unknown
  isLoading: boolean
  refetch: () => unknown
}

function LedgerCard({
  answer: { currentData, isError, error, isLoading, refetch },
  span,
  onSpan,
  file,
  more = () => null,
}: {
  answer: Answer
  span: Span
  onSpan: (span: Span) => void
  file: string
  more?: (entry: Entry) => ReactNode
}) {
  const search = new URLSearchParams(Object.entries(asked(span)))
  const set = (name: keyof Span, value: string) => {
    const { [name]: _, ...rest } = span
    onSpan(value ? { ...rest, [name]: value } : rest)
  }
  return (
    <SectionCard
      title="Ledger"
      padded={false}
      action={
        <Button asChild variant="ghost" size="sm">
          <SessionFileLink href={search.size > 0 ? `${file}?${search}` : file}>
            <FileDown aria-hidden />
            Statement
          </SessionFileLink>
        </Button>
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
              title="No entries"
              description="Nothing was charged or received in this time."
            />
          }
        />
      )}
    </SectionCard>
  )
}

function Sums({ ledger }: { ledger: z.output<typeof Ledger> }) {
  const items = [
    { label: 'Opening balance', value: ledger.openingBalance },
    { label: 'Closing balance', value: ledger.closingBalance },
    { label: 'Due now', value: ledger.due },
    ...(ledger.credit > 0 ? [{ label: 'Credit', value: ledger.credit }] : []),
    ...(ledger.awaiting > 0 ? [{ label: 'Awaiting confirmation', value: ledger.awaiting }] : []),
    ...(ledger.depositHeld > 0 ? [{ label: 'Deposit held', value: ledger.depositHeld }] : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {items.map(({ label, value }) => (
        <div key={label} className="flex items-baseline gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="figures font-medium">{money(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
