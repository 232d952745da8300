import { plans } from '@keyhold/contracts/billing'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'
import { headlineMoney } from '~/lib/format.ts'

type Plan = (typeof plans)[number]
type Period = 'monthly' | 'yearly'

/** The plans, by month or by year. */
export function Pricing({ onStart }: { onStart: () => void }) {
  const [period, setPeriod] = useState<Period>('monthly')
  return (
    <section aria-labelledby="pricing" className="mx-auto max-w-7xl px-4 py-16 md:px-8 md:py-20">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h2 id="pricing" className="text-3xl font-semibold tracking-tight">
            Priced by what you own
          </h2>
          <p className="mt-2 text-lg text-muted">Start with 14 days of everything. No credit card, no setup fees, cancel anytime.</p>
        </div>
        <PeriodToggle period={period} onChange={setPeriod} />
      </div>
      <ul className="mt-10 grid gap-5 lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={period} onStart={onStart} />
        ))}
      </ul>
    </section>
  )
}

function PeriodToggle({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  return (
    <fieldset aria-label="Billing period" className="flex gap-1 rounded-lg bg-sunken p-1">
      {(['monthly', 'yearly'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={period === value}
          onClick={() => onChange(value)}
          className="flex min-h-9 items-center gap-2 rounded-md px-3.5 font-medium text-muted aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-lift dark:aria-pressed:bg-line phone:min-h-11"
        >
          {value === 'monthly' ? 'Monthly' : 'Yearly'}
          {value === 'yearly' && <Badge tone="brass">Save 15%</Badge>}
        </button>
      ))}
    </fieldset>
  )
}

function PlanCard({ plan, period, onStart }: { plan: Plan; period: Period; onStart: () => void }) {
  return (
    <li className={cn('flex flex-col rounded-xl border bg-surface p-6', plan.popular ? 'border-pine ring-1 ring-pine' : 'border-line')}>
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-xl font-semibold tracking-tight">{plan.marketingName}</h3>
        {plan.popular && <Badge tone="pine">Most Popular</Badge>}
      </div>
      <p className="mt-4">
        <span className="figures text-4xl font-semibold tracking-tight">{headlineMoney(plan[period])}</span>
        <span className="text-muted"> / {period === 'monthly' ? 'month' : 'year'}</span>
      </p>
      <ul className="mt-6 mb-8 grid gap-2.5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-0.75 size-4 shrink-0 text-pine" strokeWidth={2.4} />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        size="lg"
        variant={plan.popular ? 'primary' : 'secondary'}
        className="mt-auto"
        onClick={onStart}
        aria-label={`Start free trial, ${plan.marketingName}`}
      >
        Start free trial
      </Button>
    </li>
  )
}
