import { Link } from 'react-router-dom'
import { useDashboardStatsQuery } from '~/api/dashboard.ts'
import { useSummarizePaymentsQuery } from '~/api/payments.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { monthOf } from '~/lib/dates.ts'
import { headlineMoney, month, today } from '~/lib/format.ts'
import { minus } from '~/lib/money.ts'
import { paths } from '~/lib/paths.ts'

/**
 * This month's money: what came in, whatever it pays, as on the card Monthly Revenue; and how much of this month's dues is paid, as a bar.
 * Nothing if there is neither.
 */
export function MonthCard() {
  const { data, isLoading } = useSummarizePaymentsQuery(monthOf(today()))
  const { data: stats } = useDashboardStatsQuery()
  if (isLoading)
    return (
      <SectionCard title={month(today())}>
        <Skeleton className="h-28 w-full" />
      </SectionCard>
    )
  if (!data) return null
  const received = data.byStatus.paid.received + data.byStatus.partial.received
  const late = data.overdue.open
  const dueToday = minus(data.dueNow, late)
  const notDue = minus(data.outstanding, data.dueNow)
  const due = received + data.outstanding
  if (due === 0 && !stats?.monthlyRevenue) return null
  const share = (part: number) => ({ width: `${due > 0 ? (part / due) * 100 : 0}%` })
  return (
    <SectionCard
      title={month(today())}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.payments}>Payments</Link>
        </Button>
      }
    >
      <p>
        <span className="figures text-2xl font-semibold tracking-tight">{headlineMoney(received)}</span>
        <span className="text-muted"> of {headlineMoney(due)} due this month has been paid</span>
      </p>
      <div aria-hidden className="mt-3 flex h-2 gap-0.5 overflow-hidden rounded-full bg-line">
        <span className="bg-pine" style={share(received)} />
        <span className="bg-danger" style={share(late)} />
        <span className="bg-brass-mark" style={share(dueToday)} />
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Key mark="bg-pine" label="Paid" amount={received} />
        <Key mark="bg-danger" label="Overdue" amount={late} />
        <Key mark="bg-brass-mark" label="Due today" amount={dueToday} />
        <Key mark="bg-line-strong" label="Not due yet" amount={notDue} />
      </ul>
      {stats && (
        <p className="mt-3 border-t border-line pt-3 text-sm text-muted">
          Received this month for charges of any month, excluding deposits and credit:{' '}
          <span className="figures font-medium text-ink">{headlineMoney(stats.monthlyRevenue)}</span>
        </p>
      )}
    </SectionCard>
  )
}

function Key({ mark, label, amount }: { mark: string; label: string; amount: number }) {
  if (amount === 0) return null
  return (
    <li className="flex items-center gap-1.5 text-muted">
      <span aria-hidden className={`size-2 rounded-full ${mark}`} />
      {label} <span className="figures font-medium text-ink">{headlineMoney(amount)}</span>
    </li>
  )
}
