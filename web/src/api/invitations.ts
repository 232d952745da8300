import type * as contracts from '@keyhold/contracts/tenancy/invitations'
import * as routes from '@keyhold/contracts/tenancy/invitations.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Invitation', 'Tenant'] } as const

const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createInvitation: build.mutation({ ...query('createInvitation'), ...changed }),
    listInvitations: build.infiniteQuery({ ...pages('listInvitations'), providesTags: ['Invitation'] }),
    revokeInvitation: build.mutation({ ...query('revokeInvitation'), ...changed }),
    lookUpInvitation: build.query(query('lookUpInvitation')),
    registerTenant: build.mutation(query('registerTenant')),
  }),
})

export const {
  useCreateInvitationMutation,
  useListInvitationsInfiniteQuery,
  useRevokeInvitationMutation,
  useLookUpInvitationQuery,
  useRegisterTenantMutation,
} = invitationsApi
