import type { ageing } from '@keyhold/contracts/payments/reports'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { CircleCheck } from 'lucide-react'
import { useAgeingInfiniteQuery, useAgeingTotalsQuery } from '~/api/reports.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { money, nothing, today } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import type { DayFilter } from './rent-roll.tsx'
import { Totals } from './totals.tsx'

type Row = ResponseOf<typeof ageing>[number]
type Bucket = 'notDue' | 'to30' | 'to60' | 'to90' | 'over90'

const buckets: readonly { key: Bucket; label: string }[] = [
  { key: 'notDue', label: 'Not yet due' },
  { key: 'to30', label: '0–30 days' },
  { key: 'to60', label: '31–60 days' },
  { key: 'to90', label: '61–90 days' },
  { key: 'over90', label: '90+ days' },
]

const columns: readonly Column<Row>[] = [
  {
    key: 'tenant',
    header: 'Tenant',
    cell: ({ tenantName, propertyName }) => (
      <div className="grid">
        <span className="font-medium">{tenantName}</span>
        {propertyName && <span className="text-sm font-normal text-muted">{propertyName}</span>}
      </div>
    ),
  },
  ...buckets.map(({ key, label }): Column<Row> => ({
    key,
    header: label,
    align: 'right',
    cell: (row) =>
      row[key] === 0 ? (
        <span className="text-muted">{nothing}</span>
      ) : (
        <span className={key === 'notDue' ? '' : 'text-danger'}>{money(row[key])}</span>
      ),
  })),
  {
    key: 'total',
    header: 'Total due',
    align: 'right',
    cell: ({ total }) => <span className="font-medium">{money(total)}</span>,
  },
]

/** Balances on a day by how long they have been overdue, the largest first. */
export function Ageing({ filter }: { filter: DayFilter }) {
  const list = useAgeingInfiniteQuery({ ...filter, limit: 50 })
  const { data } = useAgeingTotalsQuery(filter)
  // What comes due later is not part of the books of a past day.
  const isPast = filter.knownAt !== undefined || (filter.asOf !== undefined && filter.asOf < today())
  return (
    <>
      <Totals
        items={
          data && [
            ...buckets.map(({ key, label }) => ({
              label,
              value: isPast && key === 'notDue' ? nothing : money(data.totals[key]),
              ...(isPast && key === 'notDue' ? { hint: 'Shown only as of today' } : {}),
              ...(key === 'notDue' || data.totals[key] === 0 ? {} : { tone: 'danger' as const }),
            })),
            { label: 'Total due', value: money(data.totals.total) },
          ]
        }
      />
      <PagedCard list={list}>
        {(rows, loading) => (
          <DataTable
            caption="Aged receivables"
            columns={columns}
            rows={rows}
            rowKey={({ tenantId }) => tenantId}
            rowHref={({ tenantId }) => paths.paymentsOf({ tenant: tenantId })}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<CircleCheck aria-hidden />}
                title="No open balances"
                description="Everything due by this day had been paid."
              />
            }
          />
        )}
      </PagedCard>
    </>
  )
}
