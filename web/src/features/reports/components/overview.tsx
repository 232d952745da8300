import type { ReportSummary } from '@keyhold/contracts/payments/reports'
import { ChartColumn, CreditCard, TrendingUp, Wrench } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useReportSeriesQuery } from '~/api/reports.ts'
import { ActionLink, ActionList } from '~/components/ui/action-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Card, SectionCard } from '~/components/ui/card.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { date, headlineMoney, money, number, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { notBuiltYet } from '~/texts/unbuilt.ts'
import { changeWords, inputsOf, shown, summaryFigures } from '../words.ts'
import { FigureCards } from './figure-cards.tsx'

// The charts are larger than the rest of the page: the figures are shown before they are loaded.
const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }))

type PropertyRow = ReportSummary['properties'][number]

const columns: readonly Column<PropertyRow>[] = [
  {
    key: 'name',
    header: 'Property',
    cell: ({ propertyId, name }) =>
      propertyId ? (
        <Link to={paths.property(propertyId)} className="font-medium underline-offset-4 hover:underline">
          {name}
        </Link>
      ) : (
        <span className="font-medium text-muted">{name}</span>
      ),
  },
  {
    key: 'units',
    header: 'Occupied',
    align: 'right',
    cell: ({ units, occupiedUnits }) => (units === 0 ? '' : `${occupiedUnits} of ${units}`),
  },
  { key: 'revenue', header: 'Revenue', align: 'right', cell: ({ revenue }) => money(revenue) },
  {
    key: 'costs',
    header: 'Maintenance',
    align: 'right',
    tablet: 'hidden',
    cell: ({ maintenanceCosts }) => money(maintenanceCosts),
  },
  {
    key: 'net',
    header: 'Net income',
    align: 'right',
    cell: ({ netIncome }) => <span className="font-medium">{money(netIncome)}</span>,
  },
  { key: 'outstanding', header: 'Amount due', align: 'right', cell: ({ outstanding }) => money(outstanding) },
]

/** The period at a glance: figures, charts, properties, totals. */
export function Overview({
  summary,
  filter,
}: {
  summary: ReportSummary | undefined
  filter: Parameters<typeof useReportSeriesQuery>[0] & object
}) {
  const series = useReportSeriesQuery({ ...filter, points: 12 })
  const points = series.currentData?.points
  return (
    <>
      <FigureCards summary={summary} />
      {points ? (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <Charts points={points} period={filter.period ?? 'monthly'} />
        </Suspense>
      ) : (
        !series.isError && <Skeleton className="h-96 w-full" />
      )}
      <div className="mt-5 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <section aria-labelledby="by-property">
            <h2 id="by-property" className="mb-3 text-lg font-semibold tracking-tight">
              Property Performance
            </h2>
            <Card padded={false}>
              <DataTable
                caption="Property performance"
                columns={columns}
                rows={summary?.properties ?? []}
                rowKey={({ propertyId }) => propertyId ?? 'none'}
                loading={!summary}
                empty={
                  <EmptyState
                    compact
                    icon={<ChartColumn aria-hidden />}
                    title="No properties yet"
                    description="Figures appear with your first property."
                  />
                }
              />
            </Card>
          </section>
          {summary && <FinancialSummary summary={summary} />}
          {summary && <WhatIsOpen summary={summary} />}
        </div>
        <div className="grid grid-cols-1 gap-5">
          {summary && <StatusCounts summary={summary} />}
          <ActionList title="Quick Actions">
            <ActionLink
              icon={<TrendingUp />}
              label="View Detailed Analytics"
              hint={notBuiltYet}
              to={paths.marketPricing}
            />
            <ActionLink icon={<CreditCard />} label="Open payments" to={paths.payments} />
            <ActionLink icon={<Wrench />} label="Open maintenance" to={paths.maintenance} />
          </ActionList>
        </div>
      </div>
    </>
  )
}

function FinancialSummary({ summary }: { summary: ReportSummary }) {
  return (
    <SectionCard
      title="Financial Summary"
      description={`Deposits held (refundable to tenants): ${money(summary.depositsHeld)}`}
    >
      <dl className="divide-y divide-line">
        {summaryFigures.map(({ key, label }) => (
          <div key={key} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="flex items-center gap-1.5">
              {label}
              <Why of={label}>
                <Formula title={label} formula={summary[key].basis.formula} inputs={inputsOf(summary[key].basis)} />
              </Why>
            </dt>
            <dd className="grid justify-items-end">
              <span className="figures font-medium">{shown(key, summary[key].value)}</span>
              <span className="text-sm text-muted">{changeWords(summary[key].change)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}

/** Charged − cancelled − paid = the change of what is open, deposits included. */
function WhatIsOpen({ summary: { receivable, from, day } }: { summary: ReportSummary }) {
  const lines = [
    { label: `Open before ${date(from)}`, value: money(receivable.opening) },
    { label: 'Charged', value: `+ ${money(receivable.charged)}` },
    { label: 'Cancelled', value: `− ${money(receivable.cancelled)}` },
    { label: 'Paid', value: `− ${money(receivable.paid)}` },
  ]
  return (
    <SectionCard
      title="Open balance"
      description="Open charges, including security deposits; credit is not subtracted."
    >
      <dl className="divide-y divide-line">
        {lines.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2">
            <dt>{label}</dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 py-2 font-semibold">
          <dt>Open on {date(day)}</dt>
          <dd className="figures">{money(receivable.closing)}</dd>
        </div>
      </dl>
    </SectionCard>
  )
}

/** What was charged, and of what is not paid the open part. */
const statusAmount = (
  status: 'paid' | 'partial' | 'pending' | 'overdue',
  { amount, open }: ReportSummary['paymentsByStatus']['paid'],
): string => (status === 'paid' ? headlineMoney(amount) : `${headlineMoney(open)} open`)

function StatusCounts({ summary }: { summary: ReportSummary }) {
  return (
    <>
      <SectionCard title="Payment Status" description="Charges due in this period">
        <ul className="grid gap-2">
          {(['paid', 'partial', 'pending', 'overdue'] as const).map((status) => (
            <li key={status} className="flex items-center justify-between gap-3">
              <StatusBadge status={status} />
              <span className="figures">
                {plural(summary.paymentsByStatus[status].count, 'payment')}
                <span className="ml-2 text-muted">{statusAmount(status, summary.paymentsByStatus[status])}</span>
              </span>
            </li>
          ))}
        </ul>
      </SectionCard>
      <SectionCard title="Maintenance Status">
        <ul className="grid gap-2">
          {(['open', 'in_progress', 'completed', 'cancelled'] as const).map((status) => (
            <li key={status} className="flex items-center justify-between gap-3">
              <StatusBadge status={status} />
              <span className="figures">{number(summary.maintenanceByStatus[status])}</span>
            </li>
          ))}
        </ul>
      </SectionCard>
    </>
  )
}
