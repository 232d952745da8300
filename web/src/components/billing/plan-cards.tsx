import { unbuiltFeatures, type Interval } from '@keyhold/contracts/billing/plans'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '~/components/ui/badge.tsx'
import { cn } from '~/lib/cn.ts'
import { headlineMoney, percent } from '~/lib/format.ts'
import { priceOf, yearlySaving, type Plan } from './plans.ts'

/** By the month or by the year. */
export function IntervalToggle({ interval, onChange }: { interval: Interval; onChange: (interval: Interval) => void }) {
  return (
    <fieldset aria-label="Billing period" className="flex gap-1 rounded-lg bg-sunken p-1">
      {(['month', 'year'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={interval === value}
          onClick={() => onChange(value)}
          className="flex min-h-9 items-center gap-2 rounded-md px-3.5 font-medium text-muted aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-lift dark:aria-pressed:bg-line phone:min-h-11"
        >
          {value === 'month' ? 'Monthly' : 'Yearly'}
          {value === 'year' && <Badge tone="brass">Save 15%</Badge>}
        </button>
      ))}
    </fieldset>
  )
}

/** One plan: its price, what it includes, and its actions in `children`. */
export function PlanCard({
  plan,
  name = plan.name,
  interval,
  badge,
  className,
  children,
}: {
  plan: Plan
  /** Marketing copy has a name of its own. */
  name?: string
  interval: Interval
  /** In place of "Most Popular". */
  badge?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const { amount, share } = yearlySaving(plan)
  return (
    <li
      className={cn(
        'flex flex-col rounded-xl border bg-surface p-6',
        plan.popular ? 'border-pine ring-1 ring-pine' : 'border-line',
        className,
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-xl font-semibold tracking-tight">{name}</h3>
        <span className="flex flex-wrap gap-1.5">
          {badge}
          {plan.popular && <Badge tone="pine">Most Popular</Badge>}
        </span>
      </div>
      <p className="mt-4">
        <span className="figures text-4xl font-semibold tracking-tight">{headlineMoney(priceOf(plan, interval))}</span>
        <span className="text-muted"> / {interval}</span>
      </p>
      <p className="figures mt-1 text-sm text-muted">
        {interval === 'year'
          ? `Save ${headlineMoney(amount)} (${percent(Math.round(share * 100) / 100)}) compared to monthly`
          : 'Billed monthly'}
      </p>
      <ul className="mt-6 mb-8 grid gap-2.5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-0.75 size-4 shrink-0 text-pine" strokeWidth={2.4} />
            <span>
              {feature}
              <UnbuiltMark feature={feature} />
            </span>
          </li>
        ))}
      </ul>
      {children && <div className="mt-auto grid">{children}</div>}
    </li>
  )
}

/** Marks what is not built yet. */
export const UnbuiltMark = ({ feature }: { feature: string }) =>
  unbuiltFeatures.includes(feature) ? <span className="text-sm text-muted"> (not available yet)</span> : null
