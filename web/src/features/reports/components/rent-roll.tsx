import type { rentRoll } from '@keyhold/contracts/payments/reports'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { Building2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useRentRollInfiniteQuery, useRentRollTotalsQuery } from '~/api/reports.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { date, money, nothing, number } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { Totals } from './totals.tsx'

type Row = ResponseOf<typeof rentRoll>[number]

const columns: readonly Column<Row>[] = [
  {
    key: 'unit',
    header: 'Unit',
    cell: ({ propertyName, unitName }) => (
      <div className="grid">
        <span className="font-medium">{propertyName}</span>
        {unitName && <span className="text-sm text-muted">{unitName}</span>}
      </div>
    ),
  },
  {
    key: 'tenants',
    header: 'Tenants',
    cell: ({ tenantId, tenants, status }) => (
      <div className="flex flex-wrap items-center gap-1.5">
        {tenantId && tenants && (
          <Link to={paths.tenant(tenantId)} className="font-medium underline-offset-4 hover:underline">
            {tenants}
          </Link>
        )}
        {status !== 'active' && <StatusBadge status={status} />}
      </div>
    ),
  },
  {
    key: 'lease',
    header: 'Lease',
    tablet: 'hidden',
    cell: ({ startDate, endDate, movedOutOn }) =>
      startDate ? (
        <span className="figures">
          {date(startDate)} – {movedOutOn ? `${date(movedOutOn)} (left)` : endDate ? date(endDate) : 'open-ended'}
        </span>
      ) : (
        nothing
      ),
  },
  {
    key: 'market',
    header: 'Market rent',
    align: 'right',
    phone: 'hidden',
    tablet: 'hidden',
    cell: ({ marketRent }) => money(marketRent),
  },
  { key: 'rent', header: 'Rent', align: 'right', cell: ({ rent }) => money(rent) },
  {
    key: 'deposit',
    header: 'Deposit held',
    align: 'right',
    tablet: 'hidden',
    cell: ({ depositHeld }) => money(depositHeld),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    cell: ({ balance, credit, daysPastDue }) => (
      <div className="grid">
        <span className={daysPastDue > 0 ? 'font-medium text-danger' : 'font-medium'}>{money(balance)}</span>
        {daysPastDue > 0 && <span className="text-sm text-muted">{number(daysPastDue)} days past due</span>}
        {credit > 0 && <span className="text-sm text-muted">{money(credit)} credit or prepaid rent</span>}
      </div>
    ),
  },
]

export type DayFilter = { asOf?: string; propertyId?: string; knownAt?: string }

/** Every unit on a day: who lived there, on which terms, and what they owed. */
export function RentRoll({ filter }: { filter: DayFilter }) {
  const list = useRentRollInfiniteQuery({ ...filter, limit: 50 })
  const { data } = useRentRollTotalsQuery(filter)
  return (
    <>
      <Totals
        items={
          data && [
            { label: 'Units', value: number(data.totals.units) },
            { label: 'Occupied', value: number(data.totals.occupied) },
            { label: 'Monthly rent', value: money(data.totals.rent) },
            { label: 'Owed', value: money(data.totals.balance) },
            { label: 'Credit and prepaid rent', value: money(data.totals.credit) },
            { label: 'Deposits held', value: money(data.totals.depositHeld) },
          ]
        }
      />
      <PagedCard list={list}>
        {(rows, loading) => (
          <DataTable
            caption="Rent roll"
            columns={columns}
            rows={rows}
            rowKey={({ unitId, tenancyId, tenantId }) => `${unitId} ${tenancyId} ${tenantId}`}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<Building2 aria-hidden />}
                title="No units on this day"
                description="Add a property to see it here."
              />
            }
          />
        )}
      </PagedCard>
    </>
  )
}
