import { defaultMaxProperties, plans, trialDays, type Interval } from '@keyhold/contracts/billing/plans'
import type { Role } from '@keyhold/contracts/roles'
import { FlaskConical } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '~/api/client/session.ts'
import { useOfferQuery, useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { IntervalToggle, PlanCard } from '~/components/billing/plan-cards.tsx'
import { isPaying } from '~/components/billing/subscription-state.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { ComparisonTable } from '../components/comparison-table.tsx'
import { PlanChoice } from '../components/plan-choice.tsx'
import { Questions } from '../components/questions.tsx'

/** `/pricing`: in the app's frame for landlords, in the public one for everyone else. */
export function Component() {
  const { user } = useSession()
  if (user && user.userType !== 'tenant') return <Pricing who={user.userType} />
  return (
    <PublicLayout
      end={
        <Button asChild variant="secondary">
          <Link to={user ? paths.home : paths.login}>{user ? 'My Portal' : 'Sign in'}</Link>
        </Button>
      }
    >
      <div className="mx-auto w-full max-w-7xl px-4 pt-8 pb-16 md:px-8 md:pt-12">
        <Pricing who={user ? 'tenant' : 'visitor'} />
      </div>
    </PublicLayout>
  )
}

// Until the server has answered: the default of a new installation.
const usual = { trialDays, defaultMaxProperties }

function Pricing({ who }: { who: 'visitor' | Role }) {
  const { data: offer } = useOfferQuery()
  const { data: subscription } = useSubscriptionStatusQuery(undefined, { skip: who !== 'landlord' })
  const [chosen, setInterval] = useState<Interval>()
  const paid = subscription && isPaying(subscription) ? subscription : null
  const interval = chosen ?? paid?.interval ?? 'month'
  const days = (offer ?? usual).trialDays

  return (
    <>
      <PageHeader
        description={
          paid
            ? 'Change your plan at any time. You see what it costs before you confirm.'
            : `Start with ${plural(days, 'day')} of everything. No credit card, no setup fees, cancel anytime.`
        }
        actions={<IntervalToggle interval={interval} onChange={setInterval} />}
      />
      {offer?.provider === 'test' && (
        <Callout tone="warning" icon={<FlaskConical aria-hidden />} title="Test mode" className="mb-5">
          Card payments are simulated here. No money moves.
        </Callout>
      )}
      {who === 'tenant' && (
        <Callout tone="info" className="mb-5">
          Plans are for landlords. The tenant portal is free.
        </Callout>
      )}
      {who === 'super_admin' && (
        <Callout tone="info" className="mb-5">
          Your account has no limits and needs no plan. This is what landlords see.
        </Callout>
      )}
      <h2 className="sr-only">Plans</h2>
      <ul className="grid gap-5 lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            interval={interval}
            badge={paid?.plan === plan.id && <Badge tone="success">Your plan</Badge>}
          >
            {(who === 'visitor' || who === 'landlord') && (
              <PlanChoice
                plan={plan}
                interval={interval}
                isSignedIn={who === 'landlord'}
                subscription={subscription ?? null}
              />
            )}
          </PlanCard>
        ))}
      </ul>
      <Section title="Compare the plans">
        <ComparisonTable interval={interval} />
      </Section>
      <Section title="Questions and answers">{offer && <Questions terms={offer} />}</Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-4 text-xl font-semibold tracking-tight md:text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
