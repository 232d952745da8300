import type { lookUpInvitation, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { api } from '~/api/api.ts'
import { query } from '~/api/endpoint.ts'

const registrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpInvitation: build.query(
      query<typeof lookUpInvitation>({ method: 'GET', path: '/api/tenant-invitations/:token' }),
    ),
    registerTenant: build.mutation(query<typeof registerTenant>({ method: 'POST', path: '/api/tenant-register' })),
  }),
})

export const { useLookUpInvitationQuery, useRegisterTenantMutation } = registrationApi
