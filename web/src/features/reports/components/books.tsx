import type { TrialBalance as Balance } from '@keyhold/contracts/payments/books'
import { Scale } from 'lucide-react'
import { useTrialBalanceQuery } from '~/api/books.ts'
import { Card } from '~/components/ui/card.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { date, money, words } from '~/lib/format.ts'
import { BankAccounts } from './bank-accounts.tsx'
import { ClosePeriod } from './close-period.tsx'
import { ExportBooks } from './export-books.tsx'
import type { DayFilter } from './rent-roll.tsx'

type Row = Balance['rows'][number]
type Day = Omit<DayFilter, 'propertyId'>

const shown = (amount: number) => (amount === 0 ? '' : money(amount))

const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Account', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { key: 'kind', header: 'Kind', phone: 'hidden', cell: ({ kind }) => words(kind) },
  { key: 'debit', header: 'Debit', align: 'right', cell: ({ debit }) => shown(debit) },
  { key: 'credit', header: 'Credit', align: 'right', cell: ({ credit }) => shown(credit) },
]

/** The trial balance of a day, the bank accounts, the export of the books, and closing a period. They cover all properties. */
export function Books({ day }: { day: Day }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-5">
        <TrialBalance day={day} />
        <Accounts day={day} />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <ExportBooks />
        <ClosePeriod />
      </div>
    </div>
  )
}

/** With the cash of each account as in the trial balance above. */
function Accounts({ day }: { day: Day }) {
  const { currentData } = useTrialBalanceQuery(day)
  return <BankAccounts balance={currentData} />
}

function TrialBalance({ day }: { day: Day }) {
  const { data, error, isError, isFetching, refetch } = useTrialBalanceQuery(day)
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="trial-balance">
      <h2 id="trial-balance" className="text-lg font-semibold tracking-tight">
        Trial balance
      </h2>
      <p className="mb-3 text-muted">
        {data
          ? `At the end of ${date(data.asOf)}, for all properties. Accrual basis: rent counts when it is due.`
          : 'For all properties.'}
      </p>
      <Card padded={false} aria-busy={isFetching}>
        <DataTable
          caption="Trial balance"
          columns={columns}
          rows={data?.rows ?? []}
          rowKey={({ account, bankAccountId }) => `${account} ${bankAccountId ?? ''}`}
          loading={!data}
          empty={
            <EmptyState
              compact
              icon={<Scale aria-hidden />}
              title="Nothing is booked yet"
              description="Accounts appear with the first charge or payment."
            />
          }
        />
        {data && data.rows.length > 0 && (
          <dl className="flex flex-wrap justify-end gap-x-8 gap-y-1 border-t border-line px-5 py-3 font-semibold">
            <div className="flex gap-2">
              <dt>Debits</dt>
              <dd className="figures">{money(data.totals.debit)}</dd>
            </div>
            <div className="flex gap-2">
              <dt>Credits</dt>
              <dd className="figures">{money(data.totals.credit)}</dd>
            </div>
          </dl>
        )}
      </Card>
    </section>
  )
}
