import { refuse } from '@keyhold/kit/http/problem'
import type { StayPayments } from './provider.ts'

const declined = '4000000000000002'

/** Simulated cards, for trying everything out: no money moves. Any number of 4242… pays, 4000 0000 0000 0002 is declined. */
export const testCards: StayPayments = {
  name: 'test',
  isTest: true,
  refusalFor: async () => null,
  async payWithTestCard({ key, card }) {
    const digits = card.cardNumber.replace(/\D/g, '')
    if (digits === declined) refuse('card-declined', 'The card was declined. Please try another one.')
    if (!digits.startsWith('4242')) refuse('card-declined', 'In test mode, only the card 4242 4242 4242 4242 pays.')
    return { providerRef: `test_${key}` }
  },
  refund: async () => {},
}
