import type * as contracts from '@keyhold/contracts/identity/accounts'
import * as routes from '@keyhold/contracts/identity/accounts.routes'
import { signedIn } from './client/session-slice.ts'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentUser: build.query({
      ...query('currentUser'),
      providesTags: ['Session', 'Subscription'],
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        // A failure is handled in the base query, like that of every call.
        const answer = await queryFulfilled.catch(() => null)
        if (answer) dispatch(signedIn(answer.data))
      },
    }),
    login: build.mutation(query('login')),
    signup: build.mutation(query('signup')),
    confirm: build.mutation(query('confirm')),
    logout: build.mutation(query('logout')),
    updatePassword: build.mutation({ ...query('updatePassword'), invalidatesTags: ['LoginSession'] }),
  }),
})

export const {
  useCurrentUserQuery,
  useLoginMutation,
  useSignupMutation,
  useConfirmMutation,
  useLogoutMutation,
  useUpdatePasswordMutation,
} = accountsApi
