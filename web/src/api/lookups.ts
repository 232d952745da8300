import type { listProperties } from '@keyhold/contracts/properties/properties'
import type { listTenants } from '@keyhold/contracts/tenancy/tenants'
import { fullName } from '~/lib/format.ts'
import { api } from './api.ts'
import { queryPage } from './endpoint.ts'

// What forms and filters of several features choose from. As many as the API gives at once; beyond that one searches in the list itself.
const most = 500

const lookupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    propertyChoices: build.query({
      ...queryPage<typeof listProperties>({ method: 'GET', path: '/api/properties' }),
      providesTags: ['Property'],
    }),
    tenantChoices: build.query({
      ...queryPage<typeof listTenants>({ method: 'GET', path: '/api/tenants' }),
      providesTags: ['Tenant'],
    }),
  }),
})

/** The landlord's properties, by name, and as options of a select. */
export function usePropertyChoices() {
  const { data, isLoading } = lookupsApi.usePropertyChoicesQuery({ limit: most, sort: 'name' })
  const properties = data?.items ?? []
  return {
    properties,
    options: properties.map((property) => ({ value: property.id, label: property.name })),
    isLoading,
  }
}

/** The landlord's active tenants, by name, and as options of a select. */
export function useTenantChoices() {
  const { data, isLoading } = lookupsApi.useTenantChoicesQuery({ limit: most, sort: 'name', status: 'active' })
  const tenants = data?.items ?? []
  return {
    tenants,
    options: tenants.map((tenant) => ({
      value: tenant.id,
      label: tenant.propertyName ? `${fullName(tenant)} · ${tenant.propertyName}` : fullName(tenant),
    })),
    isLoading,
  }
}
