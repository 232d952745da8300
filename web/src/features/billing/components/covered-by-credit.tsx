import { Button } from '~/components/ui/button.tsx'

/** In place of the card form, where credit pays the whole price. */
export function CoveredByCredit({
  plan,
  isStarting,
  onStart,
}: {
  plan: string
  isStarting: boolean
  onStart: () => void
}) {
  return (
    <div className="grid gap-4">
      <p>
        Your credit covers this payment, so no card is needed today. We’ll ask you for a card when your credit no longer
        covers a renewal.
      </p>
      <Button size="lg" loading={isStarting} onClick={onStart}>
        Start {plan} with credit
      </Button>
    </div>
  )
}
