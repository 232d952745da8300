import type * as contracts from '@keyhold/contracts/billing/admin-subscriptions'
import * as routes from '@keyhold/contracts/billing/admin-subscriptions.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { landlordChanged } from './client/tags.ts'

const { query } = callsOf<typeof contracts>(routes)

const adminSubscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    viewLandlordSubscription: build.query({ ...query('viewLandlordSubscription'), providesTags: ['AdminLandlord'] }),
    updateLandlordSubscription: build.mutation({ ...query('updateLandlordSubscription'), ...landlordChanged }),
    extendTrial: build.mutation({ ...query('extendTrial'), ...landlordChanged }),
  }),
})

export const { useViewLandlordSubscriptionQuery, useUpdateLandlordSubscriptionMutation, useExtendTrialMutation } =
  adminSubscriptionsApi
