import { plans, type Interval } from '@keyhold/contracts/billing/plans'
import { useState } from 'react'
import { IntervalToggle, PlanCard } from '~/components/billing/plan-cards.tsx'
import { Button } from '~/components/ui/button.tsx'

/** The plans, by month or by year. */
export function Pricing({ onStart }: { onStart: () => void }) {
  const [interval, setInterval] = useState<Interval>('month')
  return (
    <section aria-labelledby="pricing" className="mx-auto max-w-7xl px-4 py-16 md:px-8 md:py-20">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h2 id="pricing" className="text-3xl font-semibold tracking-tight">
            Priced by what you own
          </h2>
          <p className="mt-2 text-lg text-muted">
            Start with 14 days of everything. No credit card, no setup fees, cancel anytime.
          </p>
        </div>
        <IntervalToggle interval={interval} onChange={setInterval} />
      </div>
      <ul className="mt-10 grid gap-5 lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} name={plan.marketingName} interval={interval}>
            <Button
              size="lg"
              variant={plan.popular ? 'primary' : 'secondary'}
              onClick={onStart}
              aria-label={`Start free trial, ${plan.marketingName}`}
            >
              Start free trial
            </Button>
          </PlanCard>
        ))}
      </ul>
      <p className="mt-6 text-sm text-muted">
        The plans also name features that are not available yet. They join your plan when they are finished; the trial
        shows what there is today.
      </p>
    </section>
  )
}
