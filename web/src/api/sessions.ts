import type * as contracts from '@keyhold/contracts/identity/sessions'
import * as routes from '@keyhold/contracts/identity/sessions.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.infiniteQuery({ ...pages('listSessions'), providesTags: ['LoginSession'] }),
    listAuthentication: build.infiniteQuery({ ...pages('listAuthentication'), providesTags: ['Authentication'] }),
    listOwnAuthentication: build.infiniteQuery({
      ...pages('listOwnAuthentication'),
      providesTags: ['Authentication'],
    }),
    endSession: build.mutation({ ...query('endSession'), invalidatesTags: ['LoginSession', 'Authentication'] }),
    endOtherSessions: build.mutation({
      ...query('endOtherSessions'),
      invalidatesTags: ['LoginSession', 'Authentication'],
    }),
  }),
})

export const {
  useListSessionsInfiniteQuery,
  useListAuthenticationInfiniteQuery,
  useListOwnAuthenticationInfiniteQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = sessionsApi
