import { Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import type { ApiDispatch } from '~/api/client/api.ts'
import { refetchUser, useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { planName } from '~/components/billing/plans.ts'
import { isConfirmed } from '~/components/billing/subscription-state.ts'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { paymentFailed, paymentSuccessful } from '~/texts/billing.ts'

/** `/dashboard`: redirects to the start page. With `?subscribed=true`, after a payment, it waits for the payment first. */
export function Component() {
  const [params] = useSearchParams()
  if (params.get('subscribed') !== 'true') return <Navigate to={paths.home} replace />
  return (
    <>
      <DocumentTitle />
      <PaymentReturn params={params} />
    </>
  )
}

const askEveryMs = 1500
const askLaterEveryMs = 5000
const lateAfterMs = 20_000

function PaymentReturn({ params }: { params: URLSearchParams }) {
  const navigate = useNavigate()
  const dispatch = useDispatch<ApiDispatch>()
  const [isLate, setLate] = useState(false)
  const { data, isFetching } = useSubscriptionStatusQuery(undefined, {
    pollingInterval: isLate ? askLaterEveryMs : askEveryMs,
    refetchOnMountOrArgChange: true,
  })
  const plan = params.get('plan')
  const isInvoice = params.has('invoice')
  const confirmed = data && isConfirmed(data, { plan, interval: params.get('interval') }) ? data : undefined
  const hasAnswer = data !== undefined && !isFetching

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!confirmed) return
    void refetchUser(dispatch, confirmed)
    const change = isInvoice ? 'Your plan continues.' : plan ? `You are on ${planName(confirmed.plan)} now.` : undefined
    toast({ variant: 'success', ...paymentSuccessful, ...(change && { description: change }) })
    void navigate(paths.home, { replace: true })
  }, [confirmed, plan, isInvoice, dispatch, navigate])

  // Stripe reports it in the address; the server confirms that there is no payment.
  if (params.get('redirect_status') === 'failed' && hasAnswer && !confirmed)
    return (
      <EmptyState
        level={1}
        title={paymentFailed}
        description="The payment was not completed, and nothing was charged."
        action={
          <Choice
            to={
              isInvoice
                ? paths.userSettings
                : plan
                  ? paths.subscribeTo(plan, params.get('interval') ?? undefined)
                  : paths.pricing
            }
            label="Try again"
          />
        }
      />
    )
  if (isLate)
    return (
      <EmptyState
        level={1}
        icon={<Hourglass aria-hidden />}
        title="Your payment is not confirmed yet"
        description="Some banks take a few minutes. Your plan starts automatically once the payment is confirmed. You can check it in Account Settings."
        action={
          <>
            <Choice to={paths.userSettings} label="Open Account Settings" />
            <Choice to={paths.home} label="Go to the dashboard" />
          </>
        }
      />
    )
  return (
    <div className="text-center">
      <PageSpinner label="Confirming your payment" />
      <h1 className="-mt-[24dvh] text-xl font-semibold tracking-tight">Confirming your payment</h1>
      <p className="mt-1.5 text-muted">This takes a few seconds. Please keep this page open.</p>
    </div>
  )
}

function Choice({ to, label }: { to: string; label: string }) {
  return (
    <Button asChild variant="secondary">
      <Link to={to}>{label}</Link>
    </Button>
  )
}
