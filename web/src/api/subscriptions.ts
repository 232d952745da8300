import type * as contracts from '@keyhold/contracts/billing/subscriptions'
import * as routes from '@keyhold/contracts/billing/subscriptions.routes'
import { accountsApi } from './accounts.ts'
import { api, type ApiDispatch } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { subscriptionChanged } from './client/tags.ts'

const { query } = callsOf<typeof contracts>(routes)

type Subscription = contracts.Subscription

const createSubscription = query('createSubscription')

const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    offer: build.query(query('offer')),
    subscriptionStatus: build.query({ ...query('subscriptionStatus'), providesTags: ['Subscription'] }),
    // A query, though it is a POST: made once by the page that opens, however often React mounts it, and again on the next visit.
    createSubscription: build.query({ ...createSubscription, keepUnusedDataFor: 0 }),
    payWithCredit: build.mutation({ ...createSubscription, ...subscriptionChanged }),
    previewChange: build.query({ ...query('previewChange'), keepUnusedDataFor: 0 }),
    changePlan: build.mutation({
      ...query('changePlan'),
      // A change that is paid first takes effect later, when the payment is confirmed.
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        showSubscription(
          dispatch,
          queryFulfilled.then(({ data }) => ({ data: data.subscription })),
        ),
      ...subscriptionChanged,
    }),
    cancelSubscription: build.mutation({
      ...query('cancelSubscription'),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => showSubscription(dispatch, queryFulfilled),
      ...subscriptionChanged,
    }),
    resumeSubscription: build.mutation({
      ...query('resumeSubscription'),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => showSubscription(dispatch, queryFulfilled),
      ...subscriptionChanged,
    }),
    resetSubscription: build.mutation({
      ...query('resetSubscription'),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => showSubscription(dispatch, queryFulfilled),
      ...subscriptionChanged,
    }),
    payOpenInvoice: build.mutation(query('payOpenInvoice')),
  }),
})

export const {
  useOfferQuery,
  useSubscriptionStatusQuery,
  useCreateSubscriptionQuery,
  usePayWithCreditMutation,
  usePreviewChangeQuery,
  useChangePlanMutation,
  useCancelSubscriptionMutation,
  useResumeSubscriptionMutation,
  useResetSubscriptionMutation,
  usePayOpenInvoiceMutation,
} = subscriptionsApi

/** Shows the answered subscription at once, and the user's own copy of it as soon as identity has it. */
export async function showSubscription(dispatch: ApiDispatch, done: Promise<{ data: Subscription }>): Promise<void> {
  const answer = await done.catch(() => null)
  if (!answer) return
  await dispatch(subscriptionsApi.util.upsertQueryData('subscriptionStatus', undefined, answer.data))
  await refetchUser(dispatch, answer.data)
}

const attempts = 6
const pauseMs = 400

/** Fetches the user until it shows this subscription: identity learns of a change by an event, a moment after billing answered. */
export async function refetchUser(dispatch: ApiDispatch, { plan, status, maxProperties }: Subscription): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const asked = dispatch(
      accountsApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
    )
    const user = await asked.unwrap().catch(() => null)
    if (
      !user ||
      (user.subscriptionPlan === plan && user.subscriptionStatus === status && user.maxProperties === maxProperties)
    )
      return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
