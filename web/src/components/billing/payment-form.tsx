import type { PaymentIntent } from '@keyhold/contracts/billing/subscriptions'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { toast } from '~/lib/toast.ts'
import { paymentFailed } from '~/texts/billing.ts'

// Only the one in use is loaded: each needs a library of its own.
const StripeCard = lazy(async () => ({ default: (await import('./stripe-card.tsx')).StripeCard }))
const TestCard = lazy(async () => ({ default: (await import('./test-card.tsx')).TestCard }))

export interface CardProps {
  payment: PaymentIntent & { clientSecret: string }
  /** The button: "Pay $29.00". */
  label: string
  /** An address of this site. */
  returnTo: string
  onPaid: () => void
  onDeclined: (sentence: string) => void
  /** The provider's form can't be loaded. Without it, the form offers to try again. */
  onUnavailable?: ((error: Error) => void) | undefined
}

/** Takes the card for one payment, by Stripe or the simulated provider, and goes on to the confirmation. */
export function PaymentForm({
  payment,
  label,
  returnTo,
  onUnavailable,
}: Pick<CardProps, 'payment' | 'label' | 'returnTo' | 'onUnavailable'>) {
  const navigate = useNavigate()
  const Card = payment.provider === 'stripe' ? StripeCard : TestCard
  return (
    <Suspense fallback={<RowSkeletons count={3} />}>
      <Card
        // A new form for each payment: what was typed for the first is not sent for the second.
        key={payment.clientSecret}
        payment={payment}
        label={label}
        returnTo={returnTo}
        onPaid={() => void navigate(returnTo, { replace: true })}
        onUnavailable={onUnavailable}
        onDeclined={(description) => toast({ variant: 'destructive', title: paymentFailed, description })}
      />
    </Suspense>
  )
}

export const isPayable = <P extends PaymentIntent>(payment: P): payment is P & { clientSecret: string } =>
  Boolean(payment.clientSecret)
