import type { BoughtPlan, Interval } from '@keyhold/contracts/billing/plans'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { usePlan } from '~/api/client/plan.ts'
import { messageOf } from '~/api/client/problem.ts'
import { useCreateSubscriptionQuery, useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { isPayable, PaymentForm } from '~/components/billing/payment-form.tsx'
import { findPlan, priceOf, renewalAfter, yearlySaving } from '~/components/billing/plans.ts'
import { isPaying } from '~/components/billing/subscription-state.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { dayOf, headlineMoney, money, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { noPaymentInformation, subscriptionNotStarted } from '~/texts/billing.ts'
import { PlanSummary } from './plan-summary.tsx'

/** Starts a subscription when the page opens, and takes its first payment. */
export function NewSubscription({ plan: planId, interval }: { plan: BoughtPlan; interval: Interval }) {
  const { currentData: payment, error } = useCreateSubscriptionQuery({ plan: planId, interval })
  const plan = findPlan(planId)!
  const { trialDaysLeft } = usePlan()
  const [today] = useState(() => new Date())
  useFailure(error)
  useNothingToPay(payment !== undefined && !isPayable(payment))

  const ready = payment && isPayable(payment) ? payment : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SectionCard title="Payment" className="phone:order-last">
        {ready ? (
          <PaymentForm payment={ready} label={`Pay ${money(ready.amountDue)}`} returnTo={paths.paymentReturn()} />
        ) : (
          <RowSkeletons count={3} />
        )}
      </SectionCard>
      <PlanSummary plan={plan} interval={interval} dueToday={ready?.amountDue}>
        <p>
          Renews on {dayOf(renewalAfter(today, interval).toISOString())} for {money(priceOf(plan, interval))}, and every{' '}
          {interval} after that, until you cancel.
        </p>
        {trialDaysLeft !== null && (
          <p>The plan starts today: the {plural(trialDaysLeft, 'day')} left of your free trial end with it.</p>
        )}
        {ready && <OtherInterval plan={planId} interval={interval} saving={yearlySaving(plan).amount} />}
      </PlanSummary>
    </div>
  )
}

function OtherInterval({ plan, interval, saving }: { plan: BoughtPlan; interval: Interval; saving: number }) {
  const to = interval === 'month' ? paths.subscribeTo(plan, 'year') : paths.subscribeTo(plan)
  return (
    <p>
      <Link to={to} replace className="font-medium text-pine underline underline-offset-2">
        {interval === 'month' ? `Pay by the year and save ${headlineMoney(saving)}` : 'Pay by the month instead'}
      </Link>
    </p>
  )
}

/** A failed start shows a message and leads back to the plans (spec §8). */
function useFailure(error: unknown): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (error == null) return
    toast({
      variant: 'destructive',
      title: noPaymentInformation.title,
      description: messageOf(error, subscriptionNotStarted),
    })
    void navigate(paths.pricing, { replace: true })
  }, [error, navigate])
}

/** Nothing to pay: credit of an earlier plan may have covered it. Otherwise something is wrong. */
function useNothingToPay(isNothing: boolean): void {
  const navigate = useNavigate()
  const { refetch } = useSubscriptionStatusQuery()
  useEffect(() => {
    if (!isNothing) return
    void refetch().then(({ data }) => {
      if (data && isPaying(data)) return navigate(paths.paymentReturn(), { replace: true })
      toast({ variant: 'destructive', ...noPaymentInformation })
      return navigate(paths.pricing, { replace: true })
    })
  }, [isNothing, refetch, navigate])
}
