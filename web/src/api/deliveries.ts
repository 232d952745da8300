import type * as contracts from '@keyhold/contracts/messaging/deliveries'
import * as routes from '@keyhold/contracts/messaging/deliveries.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['FailedDelivery', 'Attention'] } as const

const decided = { invalidatesTags: ['HeldMessage', 'AdminActivity'] } as const

const deliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFailedDeliveries: build.infiniteQuery({ ...pages('listFailedDeliveries'), providesTags: ['FailedDelivery'] }),
    retryDelivery: build.mutation({ ...query('retryDelivery'), ...changed }),
    waitingMessages: build.query({ ...query('waitingMessages'), providesTags: ['HeldMessage'] }),
    listHeldMessages: build.infiniteQuery({ ...pages('listHeldMessages'), providesTags: ['HeldMessage'] }),
    releaseHeldMessage: build.mutation({ ...query('releaseHeldMessage'), ...decided }),
    dropHeldMessage: build.mutation({ ...query('dropHeldMessage'), ...decided }),
    listChannelSwitches: build.query({ ...query('listChannelSwitches'), providesTags: ['HeldMessage'] }),
    switchChannel: build.mutation({ ...query('switchChannel'), ...decided }),
    dismissDelivery: build.mutation({ ...query('dismissDelivery'), ...changed }),
  }),
})

export const {
  useListFailedDeliveriesInfiniteQuery,
  useRetryDeliveryMutation,
  useDismissDeliveryMutation,
  useWaitingMessagesQuery,
  useListHeldMessagesInfiniteQuery,
  useReleaseHeldMessageMutation,
  useDropHeldMessageMutation,
  useListChannelSwitchesQuery,
  useSwitchChannelMutation,
} = deliveriesApi
