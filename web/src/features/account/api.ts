import { endOtherSessions, endSession, listSessions } from '@keyhold/contracts/identity/sessions'
import { updatePassword } from '@keyhold/contracts/identity/accounts'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    updatePassword: build.mutation({ ...query(updatePassword), invalidatesTags: ['LoginSession'] }),
    listSessions: build.infiniteQuery({ ...queryPages(listSessions), providesTags: ['LoginSession'] }),
    endSession: build.mutation({ ...query(endSession), invalidatesTags: ['LoginSession'] }),
    endOtherSessions: build.mutation({ ...query(endOtherSessions), invalidatesTags: ['LoginSession'] }),
  }),
})

export const {
  useUpdatePasswordMutation,
  useListSessionsInfiniteQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = accountApi
