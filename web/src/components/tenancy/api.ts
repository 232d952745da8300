import { createInvitation, createTenant, updateTenant } from '@keyhold/contracts/tenancy'
import { api } from '~/api/api.ts'
import { query } from '~/api/endpoint.ts'

// A tenant makes a home occupied and gets twelve rents; what follows by event, the stream tells.
const changed = { invalidatesTags: ['Tenant', 'Property', 'Payment', 'Dashboard'] } as const

const tenancyDialogsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createTenant: build.mutation({ ...query(createTenant), ...changed }),
    updateTenant: build.mutation({ ...query(updateTenant), ...changed }),
    createInvitation: build.mutation({ ...query(createInvitation), invalidatesTags: ['Invitation', 'Tenant'] }),
  }),
})

export const { useCreateTenantMutation, useUpdateTenantMutation, useCreateInvitationMutation } = tenancyDialogsApi
