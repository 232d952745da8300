import { TestCard as Card } from '@keyhold/contracts/billing/test-cards'
import { FlaskConical } from 'lucide-react'
import { messageOf } from '~/api/client/problem.ts'
import { usePayTestCardMutation } from '~/api/test-cards.ts'
import { TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import type { CardProps } from './payment-form.tsx'

const Typed = Card.omit({ clientSecret: true })

const cards = [
  { cardNumber: '4242 4242 4242 4242', outcome: 'accepted' },
  { cardNumber: '4000 0000 0000 0341', outcome: 'accepted now, declined at renewal' },
  { cardNumber: '4000 0000 0000 0002', outcome: 'declined' },
]

/** The simulated provider's form: no card is charged, so none should be typed. */
export function TestCard({ payment, label, onPaid, onDeclined }: CardProps) {
  const form = useZodForm(Typed, { defaultValues: { cardNumber: '', expiry: '', cvc: '' } })
  const [pay, { isLoading }] = usePayTestCardMutation()

  const fill = (cardNumber: string) => form.reset({ cardNumber, expiry: '12/34', cvc: '123' })
  const send = async (card: object) => {
    try {
      await pay({ ...(card as ReturnType<typeof Typed.parse>), clientSecret: payment.clientSecret }).unwrap()
      onPaid()
    } catch (error) {
      showIssues(form, error)
      onDeclined(messageOf(error))
    }
  }

  return (
    <Form form={form} onSubmit={send}>
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
                onClick={() => fill(cardNumber)}
              >
                Use
              </Button>
            </li>
          ))}
        </ul>
      </Callout>
      <TextField
        control={form.control}
        name="cardNumber"
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField control={form.control} name="expiry" label="Expiry (MM/YY)" autoComplete="off" required />
        <TextField control={form.control} name="cvc" label="CVC" inputMode="numeric" autoComplete="off" required />
      </div>
      <Button type="submit" size="lg" loading={isLoading} className="mt-1">
        {label}
      </Button>
    </Form>
  )
}
