import type * as invoices from '@keyhold/contracts/billing/invoices'
import type * as subscriptions from '@keyhold/contracts/billing/subscriptions'
import type * as testCards from '@keyhold/contracts/billing/test-cards'
import type { listProperties } from '@keyhold/contracts/properties/properties'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '~/api/api.ts'
import { query, queryPage, queryPages } from '~/api/endpoint.ts'
import { sessionApi } from '~/api/session.ts'
import type { RootState } from '~/app/store.ts'

type Subscription = subscriptions.Subscription
type Dispatch = ThunkDispatch<RootState, unknown, UnknownAction>

const stale = ['Subscription', 'Invoice', 'Property'] as const

// The contracts are imported as types only: pricing is open to everyone and ships no schemas.
const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    offer: build.query(query<typeof subscriptions.offer>({ method: 'GET', path: '/api/plans' })),
    subscriptionStatus: build.query({
      ...query<typeof subscriptions.subscriptionStatus>({ method: 'GET', path: '/api/subscription/status' }),
      providesTags: ['Subscription'],
    }),
    // A query, though it is a POST: asked for by a page that opens, once however often React mounts it, and again on the next visit.
    createSubscription: build.query({
      ...query<typeof subscriptions.createSubscription>({ method: 'POST', path: '/api/create-subscription' }),
      keepUnusedDataFor: 0,
    }),
    previewChange: build.query({
      ...query<typeof subscriptions.previewChange>({ method: 'GET', path: '/api/subscription/preview' }),
      keepUnusedDataFor: 0,
    }),
    changePlan: build.mutation({
      ...query<typeof subscriptions.changePlan>({ method: 'POST', path: '/api/subscription/change' }),
      // A change that is paid first happens later, when the payment is confirmed.
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        show(dispatch, queryFulfilled, ({ subscription }) => subscription),
      invalidatesTags: [...stale],
    }),
    cancelSubscription: build.mutation({
      ...query<typeof subscriptions.cancelSubscription>({ method: 'POST', path: '/api/subscription/cancel' }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled, same),
      invalidatesTags: [...stale],
    }),
    resumeSubscription: build.mutation({
      ...query<typeof subscriptions.resumeSubscription>({ method: 'POST', path: '/api/subscription/resume' }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled, same),
      invalidatesTags: [...stale],
    }),
    resetSubscription: build.mutation({
      ...query<typeof subscriptions.resetSubscription>({ method: 'POST', path: '/api/subscription/reset' }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled, same),
      invalidatesTags: [...stale],
    }),
    payTestCard: build.mutation({
      ...query<typeof testCards.payTestCard>({ method: 'POST', path: '/api/subscription/test-payment' }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled, same),
      invalidatesTags: [...stale],
    }),
    payOpenInvoice: build.mutation(
      query<typeof subscriptions.payOpenInvoice>({ method: 'POST', path: '/api/subscription/pay' }),
    ),
    listInvoices: build.infiniteQuery({
      ...queryPages<typeof invoices.listInvoices>({ method: 'GET', path: '/api/subscription/invoices' }),
      providesTags: ['Invoice'],
    }),
    /** One property at most; its `total` is what the cap counts. */
    propertyCount: build.query({
      ...queryPage<typeof listProperties>({ method: 'GET', path: '/api/properties' }),
      providesTags: ['Property'],
    }),
  }),
})

const same = (subscription: Subscription) => subscription

/** Shows the answered subscription at once, and the user's own copy of it as soon as that has caught up. */
async function show<T>(
  dispatch: Dispatch,
  done: Promise<{ data: T }>,
  subscriptionOf: (data: T) => Subscription,
): Promise<void> {
  const answer = await done.catch(() => null)
  if (!answer) return
  const subscription = subscriptionOf(answer.data)
  await dispatch(billingApi.util.upsertQueryData('subscriptionStatus', undefined, subscription))
  await catchUpUser(dispatch, subscription)
}

const tries = 6
const pauseMs = 400

/** Identity learns of the change by an event, a moment after billing answered. */
export async function catchUpUser(dispatch: Dispatch, { plan, status, maxProperties }: Subscription): Promise<void> {
  for (let turn = 0; turn < tries; turn += 1) {
    const asked = dispatch(
      sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
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

export const {
  useOfferQuery,
  useSubscriptionStatusQuery,
  useCreateSubscriptionQuery,
  usePreviewChangeQuery,
  useChangePlanMutation,
  useCancelSubscriptionMutation,
  useResumeSubscriptionMutation,
  useResetSubscriptionMutation,
  usePayTestCardMutation,
  usePayOpenInvoiceMutation,
  useListInvoicesInfiniteQuery,
  usePropertyCountQuery,
} = billingApi
