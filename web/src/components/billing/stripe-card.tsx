import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
// `/pure`: the plain entry would load Stripe's script as soon as it is imported.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Appearance, Stripe, StripeElementsOptionsClientSecret } from '@stripe/stripe-js'
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import type { CardProps } from './payment-form.tsx'

const unavailable = new Error('Stripe’s payment form could not be loaded. Check your connection and any ad blockers.')

/** Stripe's own fields, in frames of its own: no card number passes through Keyhold. */
export function StripeCard(props: CardProps) {
  const [attempt, setAttempt] = useState(1)
  return <Loaded key={attempt} onRetry={() => setAttempt(attempt + 1)} {...props} />
}

function Loaded({ onRetry, ...props }: CardProps & { onRetry: () => void }) {
  const { publishableKey, clientSecret } = props.payment
  const { onUnavailable } = props
  const [stripe, setStripe] = useState<Stripe | 'loading' | 'failed'>('loading')

  useEffect(() => {
    let isCurrent = true
    const loading = publishableKey ? loadStripe(publishableKey) : Promise.resolve(null)
    void loading
      .then((loaded) => isCurrent && setStripe(loaded ?? 'failed'))
      .catch(() => isCurrent && setStripe('failed'))
    return () => {
      isCurrent = false
    }
  }, [publishableKey])

  useEffect(() => {
    if (stripe === 'failed') onUnavailable?.(unavailable)
  }, [stripe, onUnavailable])

  if (stripe === 'loading') return <RowSkeletons count={3} />
  if (stripe === 'failed')
    return <ErrorState compact title="Payment form unavailable" error={unavailable} onRetry={onRetry} />
  const options: StripeElementsOptionsClientSecret = { clientSecret, appearance: appearance() }
  return (
    <Elements stripe={stripe} options={options}>
      <Fields {...props} />
    </Elements>
  )
}

function Fields({ label, returnTo, onPaid, onDeclined, onUnavailable }: CardProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [state, setState] = useState<'loading' | 'ready' | 'failed' | 'paying'>('loading')
  const isSending = useRef(false)

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || isSending.current || state !== 'ready') return
    isSending.current = true
    setState('paying')
    const { error, paymentIntent } = await stripe
      .confirmPayment({
        elements,
        confirmParams: { return_url: new URL(returnTo, location.origin).href },
        redirect: 'if_required',
      })
      .catch(() => ({ error: { message: undefined }, paymentIntent: undefined }))
    isSending.current = false
    setState('ready')
    if (error) return onDeclined(error.message ?? 'The payment failed. Please try again.')
    if (paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing') return onPaid()
    onDeclined('The payment was not completed. Please try again, or use another card.')
  }

  return (
    <form className="grid gap-5" onSubmit={(event) => void pay(event)}>
      {state === 'failed' ? (
        <ErrorState compact title="Payment form unavailable" error={unavailable} />
      ) : (
        <PaymentElement
          onReady={() => setState('ready')}
          onLoadError={() => {
            setState('failed')
            onUnavailable?.(unavailable)
          }}
        />
      )}
      <Button
        type="submit"
        size="lg"
        loading={state === 'paying'}
        disabled={state === 'loading' || state === 'failed'}
        icon={<Lock aria-hidden />}
      >
        {label}
      </Button>
      <p className="text-sm text-muted">
        Card details go straight to Stripe, which takes the payment. Keyhold never sees the number.
      </p>
    </form>
  )
}

/** Stripe's frames can't read our CSS variables, so the colours are passed on. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    theme: document.documentElement.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('pine'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('muted'),
      colorTextPlaceholder: token('faint'),
      colorDanger: token('danger'),
      borderRadius: '8px',
      fontFamily: 'Inter, system-ui, sans-serif',
    },
  }
}
