import type { BoughtPlan, Interval } from '@keyhold/contracts/billing/plans'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { usePlan } from '~/api/client/plan.ts'
import {
  useCreateSubscriptionQuery,
  usePayWithCreditMutation,
  useSubscriptionStatusQuery,
} from '~/api/subscriptions.ts'
import { isPayable, PaymentForm } from '~/components/billing/payment-form.tsx'
import { findPlan, planName, priceOf, renewalAfter, yearlySaving } from '~/components/billing/plans.ts'
import { isPaying } from '~/components/billing/subscription-state.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { dayOf, headlineMoney, money, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { noPaymentInformation } from '~/texts/billing.ts'
import { CoveredByCredit } from './covered-by-credit.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { useFailure } from './use-failure.ts'

/** Starts a subscription when the page opens, and takes its first payment. Where credit covers that, it starts by a button. */
export function NewSubscription({ plan: planId, interval }: { plan: BoughtPlan; interval: Interval }) {
  const { currentData: opened, error } = useCreateSubscriptionQuery({ plan: planId, interval })
  const [payWithCredit, started] = usePayWithCreditMutation()
  const payment = started.data ?? opened
  const isCovered = payment !== undefined && payment.subscriptionId === null && payment.creditApplied > 0
  const plan = findPlan(planId)!
  const { trialDaysLeft } = usePlan()
  const [today] = useState(() => new Date())
  const [unavailable, setUnavailable] = useState<Error>()
  useFailure(error ?? unavailable)
  useNothingToPay(payment !== undefined && !isCovered && !isPayable(payment))

  const ready = payment && isPayable(payment) ? payment : undefined
  const price = priceOf(plan, interval)
  const start = async () => {
    try {
      await payWithCredit({ plan: planId, interval, payWithCredit: true }).unwrap()
    } catch (failure) {
      toastError(noPaymentInformation.title, failure)
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SectionCard title="Payment" className="phone:order-last">
        {ready ? (
          <PaymentForm
            payment={ready}
            label={`Pay ${money(ready.amountDue)}`}
            returnTo={paths.paymentReturn()}
            onUnavailable={setUnavailable}
          />
        ) : isCovered ? (
          <CoveredByCredit plan={planName(planId)} isStarting={started.isLoading} onStart={() => void start()} />
        ) : (
          <RowSkeletons count={3} />
        )}
      </SectionCard>
      <PlanSummary
        plan={plan}
        interval={interval}
        lines={
          payment && payment.creditApplied > 0
            ? [
                { label: interval === 'year' ? 'First year' : 'First month', amount: price },
                { label: 'Credit applied', amount: -payment.creditApplied },
              ]
            : []
        }
        dueToday={isCovered ? 0 : ready?.amountDue}
      >
        <p>
          Renews on {dayOf(renewalAfter(today, interval).toISOString())} for {money(price)}, and every {interval} after
          that, until you cancel.
        </p>
        {trialDaysLeft !== null && (
          <p>The plan starts today and replaces the {plural(trialDaysLeft, 'day')} left in your free trial.</p>
        )}
        {(ready || isCovered) && <OtherInterval plan={planId} interval={interval} saving={yearlySaving(plan).amount} />}
      </PlanSummary>
    </div>
  )
}

function OtherInterval({ plan, interval, saving }: { plan: BoughtPlan; interval: Interval; saving: number }) {
  const to = interval === 'month' ? paths.subscribeTo(plan, 'year') : paths.subscribeTo(plan)
  return (
    <p>
      <Link to={to} replace className="font-medium text-pine underline underline-offset-2">
        {interval === 'month' ? `Pay yearly and save ${headlineMoney(saving)}` : 'Pay monthly instead'}
      </Link>
    </p>
  )
}

/** Nothing to pay: credit has paid it, or something is wrong. */
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
