import type { TestAccount } from './test-account.ts'

/** What each test card does. Numbers and sentences are Stripe's, so that both modes read alike. */
const cards: Record<string, { declined: string } | { renews: boolean }> = {
  '4242424242424242': { renews: true },
  '4000000000000341': { renews: false },
  '4000000000000002': { declined: 'Your card was declined.' },
  '4000000000009995': { declined: 'Your card has insufficient funds.' },
}

type Outcome = { card: NonNullable<TestAccount['card']> } | { declined: string }

/** Checks a card as a person typed it, at `now`. A real card is neither charged nor stored. */
export function tryCard({ cardNumber, expiry }: { cardNumber: string; expiry: string }, now: Date): Outcome {
  const number = cardNumber.replaceAll(' ', '')
  if (!passesLuhn(number)) return { declined: 'Your card number is incorrect.' }
  const [month, year] = expiry.split('/').map(Number) as [number, number]
  // Valid to the end of its month.
  if (now >= new Date(Date.UTC(2000 + year, month, 1))) return { declined: 'Your card has expired.' }
  const outcome = cards[number]
  if (!outcome) return { declined: 'This is test mode: only test cards work here, such as 4242 4242 4242 4242.' }
  return 'declined' in outcome ? outcome : { card: { last4: number.slice(-4), renews: outcome.renews } }
}

/** ISO/IEC 7812: the check digit of card numbers. */
function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, i) => {
      const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
