import type * as contracts from '@keyhold/contracts/properties/properties'
import * as routes from '@keyhold/contracts/properties/properties.routes'
import type { PropertyForm, QuickPropertyForm } from '@keyhold/contracts/properties/property-forms'
import type { z } from '@keyhold/contracts/zod'
import { api } from './client/api.ts'
import { callsOf, itemsOf, mostChoices } from './client/calls-of.ts'

const { call, query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Property', 'Dashboard', 'Tenant'] } as const

type NewProperty = z.output<typeof PropertyForm> | z.output<typeof QuickPropertyForm>

const propertiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProperties: build.infiniteQuery({ ...pages('listProperties'), providesTags: ['Property'] }),
    getProperty: build.query({ ...query('getProperty'), providesTags: ['Property'] }),
    // The contract accepts two forms here, which its type can't say.
    createProperty: build.mutation<contracts.Property, NewProperty>({
      query: (form) => ({ ...call('createProperty', {}), body: form }),
      ...changed,
    }),
    updateProperty: build.mutation({ ...query('updateProperty'), ...changed }),
    deleteProperty: build.mutation({ ...query('deleteProperty'), ...changed }),
    archiveProperty: build.mutation({ ...query('archiveProperty'), ...changed }),
    restoreProperty: build.mutation({ ...query('restoreProperty'), ...changed }),
    tenantProperty: build.query({ ...query('tenantProperty'), providesTags: ['Property'] }),
  }),
})

export const {
  useListPropertiesInfiniteQuery,
  useGetPropertyQuery,
  useCreatePropertyMutation,
  useUpdatePropertyMutation,
  useDeletePropertyMutation,
  useArchivePropertyMutation,
  useRestorePropertyMutation,
  useTenantPropertyQuery,
} = propertiesApi

/** The landlord's properties, by name, and as options of a select. */
export function usePropertyChoices() {
  const { data, isLoading } = useListPropertiesInfiniteQuery({ limit: mostChoices, sort: 'name' })
  const properties = itemsOf(data)
  return {
    properties,
    options: properties.map((property) => ({ value: property.id, label: property.name })),
    isLoading,
  }
}
