import type * as contracts from '@keyhold/contracts/tenancy/tenants'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import * as routes from '@keyhold/contracts/tenancy/tenants.routes'
import { fullName } from '~/lib/format.ts'
import { api } from './client/api.ts'
import { callsOf, itemsOf, mostChoices } from './client/calls-of.ts'
import { tenancyChanged } from './client/tags.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const tenantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenants: build.infiniteQuery({ ...pages('listTenants'), providesTags: ['Tenant'] }),
    getTenant: build.query({ ...query('getTenant'), providesTags: ['Tenant'] }),
    createTenant: build.mutation({ ...query('createTenant'), ...tenancyChanged }),
    updateTenant: build.mutation({ ...query('updateTenant'), ...tenancyChanged }),
    deleteTenant: build.mutation({
      ...query('deleteTenant'),
      invalidatesTags: [...tenancyChanged.invalidatesTags, 'Invitation'],
    }),
    restoreTenant: build.mutation({ ...query('restoreTenant'), ...tenancyChanged }),
    tenantHistory: build.infiniteQuery({ ...pages('tenantHistory'), providesTags: ['Tenant', 'Tenancy'] }),
    tenantProfile: build.query({ ...query('tenantProfile'), providesTags: ['Tenant'] }),
  }),
})

export const {
  useListTenantsInfiniteQuery,
  useGetTenantQuery,
  useCreateTenantMutation,
  useUpdateTenantMutation,
  useDeleteTenantMutation,
  useRestoreTenantMutation,
  useTenantHistoryInfiniteQuery,
  useTenantProfileQuery,
} = tenantsApi

/** The landlord's active tenants, by name, and as options of a select. */
export function useTenantChoices() {
  const { data, isLoading } = useListTenantsInfiniteQuery({ limit: mostChoices, sort: 'name', status: 'active' })
  const tenants = itemsOf(data)
  return {
    tenants,
    options: tenants.map(tenantOption),
    isLoading,
  }
}

/** A tenant as an option of a select. */
export const tenantOption = (tenant: Tenant): { value: string; label: string } => ({
  value: tenant.id,
  label: tenant.propertyName ? `${fullName(tenant)} · ${tenant.propertyName}` : fullName(tenant),
})
