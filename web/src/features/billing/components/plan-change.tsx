import type { ChangePreview, PaymentIntent, Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { BoughtPlan, Interval } from '@keyhold/contracts/billing/plans'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { totalOf } from '~/api/client/calls-of.ts'
import { useListPropertiesInfiniteQuery } from '~/api/properties.ts'
import { useChangePlanMutation, usePreviewChangeQuery } from '~/api/subscriptions.ts'
import { PayInvoice } from '~/components/billing/pay-invoice.tsx'
import { isPayable, PaymentForm } from '~/components/billing/payment-form.tsx'
import { findPlan, planName } from '~/components/billing/plans.ts'
import { subscriptionStateOf } from '~/components/billing/subscription-state.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, EmptyState } from '~/components/ui/states.tsx'
import { dayOf, money, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { PlanSummary } from './plan-summary.tsx'
import { useFailure } from './use-failure.ts'

interface Choice {
  plan: BoughtPlan
  interval: Interval
}

/** Changes the current plan: shows what is due today, line by line, and asks to confirm. */
export function PlanChange({ current, chosen }: { current: Subscription; chosen: Choice }) {
  const state = subscriptionStateOf(current)
  const isSame = current.plan === chosen.plan && current.interval === chosen.interval
  const { currentData: preview, error } = usePreviewChangeQuery(chosen, {
    skip: isSame || state !== 'active',
    refetchOnMountOrArgChange: true,
  })
  useFailure(error)
  if (state !== 'active') return <NotNow current={current} />
  if (isSame)
    return (
      <EmptyState
        title={`You’re already on ${planName(current.plan)}`}
        description={`It is billed every ${current.interval}.`}
        action={
          <Button asChild variant="secondary">
            <Link to={paths.pricing}>See other plans</Link>
          </Button>
        }
      />
    )
  if (!preview) return <RowSkeletons count={4} />
  return <Confirm current={current} chosen={chosen} preview={preview} />
}

/** What the server would refuse is said before anything is calculated. */
function NotNow({ current }: { current: Subscription }) {
  if (current.pastDueSince !== null)
    return (
      <EmptyState
        title="Payment required"
        description="Your last renewal payment failed. Pay it to change your plan."
        action={<PayInvoice />}
      />
    )
  return (
    <EmptyState
      title="Your plan is cancelled"
      description={`It stays active until ${dayOf(current.subscriptionEndDate)}. To change it, first resume it in Account Settings.`}
      action={
        <Button asChild variant="secondary">
          <Link to={paths.userSettings}>Open Account Settings</Link>
        </Button>
      }
    />
  )
}

function Confirm({ current, chosen, preview }: { current: Subscription; chosen: Choice; preview: ChangePreview }) {
  const navigate = useNavigate()
  const [change, { isLoading }] = useChangePlanMutation()
  const [payment, setPayment] = useState<PaymentIntent | null>(null)
  const [unavailable, setUnavailable] = useState<Error>()
  useFailure(unavailable)
  const plan = findPlan(chosen.plan)!

  const confirm = async () => {
    try {
      const answer = await change(chosen).unwrap()
      if (answer.payment && isPayable(answer.payment)) return setPayment(answer.payment)
      toast({
        variant: 'success',
        title: 'Plan changed',
        description: `You are on ${planName(answer.subscription.plan)} now.`,
      })
      void navigate(paths.userSettings)
    } catch (error) {
      toastError('The plan was not changed', error)
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SectionCard
        title={payment ? 'Payment' : 'Change your plan'}
        description={`From ${planName(current.plan)}, billed by the ${current.interval}`}
        className="phone:order-last"
      >
        {payment && isPayable(payment) ? (
          <PaymentForm
            payment={payment}
            label={`Pay ${money(payment.amountDue)}`}
            returnTo={paths.paymentReturn(chosen)}
            onUnavailable={setUnavailable}
          />
        ) : (
          <div className="grid gap-4">
            <OverCap maxProperties={preview.maxProperties} />
            <p>{whatHappens(preview)}</p>
            <Button size="lg" loading={isLoading} onClick={() => void confirm()}>
              {preview.amountDue > 0 ? `Change plan and pay ${money(preview.amountDue)}` : 'Change plan'}
            </Button>
          </div>
        )}
      </SectionCard>
      <PlanSummary
        plan={plan}
        interval={chosen.interval}
        lines={preview.lines.map(({ description, amount }) => ({ label: description, amount }))}
        dueToday={payment?.amountDue ?? preview.amountDue}
      >
        <p>
          {preview.renewsAt
            ? `Renews on ${dayOf(preview.renewsAt)} for ${money(preview.renewalAmount)}`
            : `Renews for ${money(preview.renewalAmount)}`}
          , and every {chosen.interval} after that, until you cancel.
        </p>
      </PlanSummary>
    </div>
  )
}

function whatHappens({ amountDue }: ChangePreview): string {
  if (amountDue > 0)
    return 'The new plan starts as soon as you pay the difference. The unused time on your old plan is credited.'
  if (amountDue < 0)
    return 'The new plan starts right away. The unused time on your old plan becomes credit on your next invoices.'
  return 'The new plan starts right away, and nothing is due today.'
}

function OverCap({ maxProperties }: { maxProperties: number | null }) {
  const count = totalOf(useListPropertiesInfiniteQuery({ limit: 1 }).data)
  if (maxProperties === null || count === undefined || count <= maxProperties) return null
  return (
    <Callout
      tone="warning"
      title={`You have ${plural(count, 'property', 'properties')}, this plan includes ${maxProperties}`}
    >
      You keep all of them. You can add another once you have fewer than {maxProperties}.
    </Callout>
  )
}
