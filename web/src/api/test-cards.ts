import type * as contracts from '@keyhold/contracts/billing/test-cards'
import * as routes from '@keyhold/contracts/billing/test-cards.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { subscriptionChanged } from './client/tags.ts'
import { showSubscription } from './subscriptions.ts'

const { query } = callsOf<typeof contracts>(routes)

const testCardsApi = api.injectEndpoints({
  endpoints: (build) => ({
    payTestCard: build.mutation({
      ...query('payTestCard'),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => showSubscription(dispatch, queryFulfilled),
      ...subscriptionChanged,
    }),
  }),
})

export const { usePayTestCardMutation } = testCardsApi
