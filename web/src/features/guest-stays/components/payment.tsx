import { FlaskConical } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { usePayTestStayMutation } from '~/api/public-stays.ts'
import { TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { lazyResolver } from '~/components/form/lazy-resolver.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import type { CardInput, CardValues } from '../forms.ts'
import type { StayProps } from './stay.tsx'

const loadResolver = () => import('../forms.ts').then(({ cardResolver }) => cardResolver)

const cards = [
  { cardNumber: '4242 4242 4242 4242', outcome: 'accepted' },
  { cardNumber: '4000 0000 0000 0002', outcome: 'declined' },
]

/** Takes what is due: by the simulated cards, which say so. */
export function Payment({ token, stay }: StayProps) {
  if (!stay.isTest)
    return (
      <SectionCard title="Payment">
        <p>{stay.hostName} will tell you how to pay.</p>
      </SectionCard>
    )
  return <TestPayment token={token} stay={stay} />
}

function TestPayment({ token, stay }: StayProps) {
  const [pay, { isLoading }] = usePayTestStayMutation()
  const form = useForm<CardInput, unknown, CardValues>({
    mode: 'onTouched',
    resolver: lazyResolver(loadResolver),
    defaultValues: { cardNumber: '', expiry: '', cvc: '' },
  })
  const { control } = form
  const send = async (card: CardValues) => {
    try {
      await pay({ token, ...card }).unwrap()
      toast({ variant: 'success', title: 'Payment received', description: `${money(stay.dueAmount)} in test mode` })
    } catch (error) {
      showIssues(form, error)
      toastError('Payment failed', error)
    }
  }
  return (
    <SectionCard title="Payment">
      <Form form={form} onSubmit={send} onFocus={() => void loadResolver()}>
        <Callout tone="warning" icon={<FlaskConical aria-hidden />} title="Test mode">
          <p>Cards are simulated here and no money moves. Do not enter a real card; use one of these:</p>
          <ul className="mt-2 grid gap-1.5">
            {cards.map(({ cardNumber, outcome }) => (
              <li key={cardNumber} className="flex items-center justify-between gap-3">
                <span className="min-w-0">
                  <code className="figures font-medium">{cardNumber}</code> {outcome}
                </span>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Use the card ${cardNumber}, ${outcome}`}
                  onClick={() => form.reset({ cardNumber, expiry: '12/34', cvc: '123' })}
                >
                  Use
                </Button>
              </li>
            ))}
          </ul>
        </Callout>
        <TextField
          control={control}
          name="cardNumber"
          label="Card number"
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField control={control} name="expiry" label="Expiry (MM/YY)" autoComplete="off" required />
          <TextField control={control} name="cvc" label="CVC" inputMode="numeric" autoComplete="off" required />
        </div>
        <Button type="submit" size="lg" loading={isLoading}>
          Pay {money(stay.dueAmount)}
        </Button>
      </Form>
    </SectionCard>
  )
}
