import { refuse } from '@keyhold/kit/http/problem'
import type { Provider } from './provider.ts'

const refused = (): never =>
  refuse(
    'unavailable',
    'Card payments are not set up here. Nothing was changed or charged; please tell the operator.',
    {
      retryAfter: 3600,
    },
  )

/** Where nobody takes cards: what was bought earlier can be read and cancelled, and nothing can be bought or changed. */
export const closedProvider = (earlier: Provider): Provider => ({
  ...earlier,
  createSubscription: async () => refused(),
  findCredit: async () => refused(),
  previewChange: async () => refused(),
  changePlan: async () => refused(),
})
