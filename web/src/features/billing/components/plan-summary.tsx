import type { Interval } from '@keyhold/contracts/billing/plans'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { capOf, planName, priceOf, type Plan } from '~/components/billing/plans.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { headlineMoney, money } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

interface Line {
  label: string
  amount: number
}

/** The plan to buy, and what it costs now and later. `dueToday` undefined: still loading. */
export function PlanSummary({
  plan,
  interval,
  lines = [],
  dueToday,
  children,
}: {
  plan: Plan
  interval: Interval
  lines?: readonly Line[]
  dueToday: number | undefined
  children?: ReactNode
}) {
  return (
    <SectionCard
      title={planName(plan.id)}
      description={capOf(plan.maxProperties)}
      action={
        <Link to={paths.pricing} className="py-1 text-sm font-medium text-pine underline underline-offset-2">
          Other plans
        </Link>
      }
    >
      <p>
        <span className="figures text-3xl font-semibold tracking-tight">{headlineMoney(priceOf(plan, interval))}</span>
        <span className="text-muted"> / {interval}</span>
      </p>
      <dl className="mt-5 grid gap-2 border-t border-line pt-4">
        {lines.map(({ label, amount }, index) => (
          // Two lines can have the same label.
          <Row key={`${index} ${label}`} label={label} value={money(amount)} />
        ))}
        <div className="flex items-baseline justify-between gap-4 font-semibold not-first:border-t not-first:border-line not-first:pt-2">
          <dt>{dueToday !== undefined && dueToday < 0 ? 'Credit for future invoices' : 'Due today'}</dt>
          <dd className="figures">
            {dueToday === undefined ? <Skeleton className="h-5 w-16" /> : money(Math.abs(dueToday))}
          </dd>
        </div>
      </dl>
      {children && <div className="mt-4 grid gap-2 text-sm text-muted">{children}</div>}
    </SectionCard>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 text-muted">{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}
