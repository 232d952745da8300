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
    accountType: build.mutation(query('accountType')),
    signup: build.mutation(query('signup')),
    confirm: build.mutation({ ...query('confirm'), invalidatesTags: ['Proof'] }),
    logout: build.mutation(query('logout')),
    listMemberships: build.query(query('listMemberships')),
    switchMembership: build.mutation(query('switchMembership')),
    getProofs: build.query({ ...query('getProofs'), providesTags: ['Proof'] }),
    proveEmail: build.mutation(query('proveEmail')),
    provePhone: build.mutation(query('provePhone')),
    confirmPhone: build.mutation({ ...query('confirmPhone'), invalidatesTags: ['Proof', 'HeldMessage'] }),
    changeEmail: build.mutation(query('changeEmail')),
    confirmPassword: build.mutation(query('confirmPassword')),
    updatePassword: build.mutation({ ...query('updatePassword'), invalidatesTags: ['LoginSession'] }),
  }),
})

export const {
  useCurrentUserQuery,
  useLoginMutation,
  useAccountTypeMutation,
  useSignupMutation,
  useConfirmMutation,
  useLogoutMutation,
  useListMembershipsQuery,
  useLazyListMembershipsQuery,
  useSwitchMembershipMutation,
  useGetProofsQuery,
  useProveEmailMutation,
  useProvePhoneMutation,
  useConfirmPhoneMutation,
  useChangeEmailMutation,
  useConfirmPasswordMutation,
  useUpdatePasswordMutation,
} = accountsApi
