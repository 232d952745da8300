import type * as contracts from '@keyhold/contracts/messaging/deliveries'
import * as routes from '@keyhold/contracts/messaging/deliveries.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['FailedDelivery', 'Attention'] } as const

const deliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFailedDeliveries: build.infiniteQuery({ ...pages('listFailedDeliveries'), providesTags: ['FailedDelivery'] }),
    retryDelivery: build.mutation({ ...query('retryDelivery'), ...changed }),
    dismissDelivery: build.mutation({ ...query('dismissDelivery'), ...changed }),
  }),
})

export const { useListFailedDeliveriesInfiniteQuery, useRetryDeliveryMutation, useDismissDeliveryMutation } =
  deliveriesApi
