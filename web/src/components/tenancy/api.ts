import type { getTenancy, listTenancies } from '@keyhold/contracts/tenancy/tenancies'
import { createInvitation } from '@keyhold/contracts/tenancy/invitations'
import { createTenant, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import type { listUnits } from '@keyhold/contracts/properties/units'
import { api } from '~/api/api.ts'
import { query, queryPage } from '~/api/endpoint.ts'

// A tenant makes a home occupied and gets twelve rents; what follows by event, the stream tells.
const changed = {
  invalidatesTags: ['Tenant', 'Tenancy', 'Property', 'Unit', 'Payment', 'Ledger', 'Dashboard', 'Attention', 'Report'],
} as const

const tenancyDialogsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createTenant: build.mutation({ ...query(createTenant), ...changed }),
    updateTenant: build.mutation({ ...query(updateTenant), ...changed }),
    /** The units that a form chooses from. */
    unitChoices: build.query({
      ...query<typeof listUnits>({ method: 'GET', path: '/api/properties/:id/units' }),
      providesTags: ['Unit'],
    }),
    /** Who lives in a property already. */
    currentTenancies: build.query({
      ...queryPage<typeof listTenancies>({ method: 'GET', path: '/api/tenancies' }),
      providesTags: ['Tenancy'],
    }),
    /** The tenancy of one who had left. */
    tenancyLeft: build.query({
      ...query<typeof getTenancy>({ method: 'GET', path: '/api/tenancies/:id' }),
      providesTags: ['Tenancy'],
    }),
    createInvitation: build.mutation({ ...query(createInvitation), invalidatesTags: ['Invitation', 'Tenant'] }),
  }),
})

export const {
  useCreateTenantMutation,
  useUpdateTenantMutation,
  useCreateInvitationMutation,
  useUnitChoicesQuery,
  useCurrentTenanciesQuery,
  useTenancyLeftQuery,
} = tenancyDialogsApi
