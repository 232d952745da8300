import { listMaintenance, maintenanceSummary } from '@keyhold/contracts/maintenance'
import { summarizePayments } from '@keyhold/contracts/payments'
import {
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
  type Property,
  type PropertyForm,
} from '@keyhold/contracts/properties'
import { listTenants } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import { api } from '~/api/api.ts'
import { callOf, query, queryPage, queryPages } from '~/api/endpoint.ts'

const changed = { invalidatesTags: ['Property', 'Dashboard', 'Tenant'] } as const

export const propertiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProperties: build.infiniteQuery({ ...queryPages(listProperties), providesTags: ['Property'] }),
    /** How many there are, whatever the list is narrowed to. */
    countProperties: build.query({ ...queryPage(listProperties), providesTags: ['Property'] }),
    getProperty: build.query({ ...query(getProperty), providesTags: ['Property'] }),
    // The contract takes two forms here, which its type can't say.
    createProperty: build.mutation<Property, z.output<typeof PropertyForm>>({
      query: (form) => callOf('POST', createProperty.path, form),
      ...changed,
    }),
    updateProperty: build.mutation({ ...query(updateProperty), ...changed }),
    deleteProperty: build.mutation({ ...query(deleteProperty), ...changed }),
    // What the page of one property tells of its tenants, money and repairs.
    propertyTenants: build.query({ ...queryPage(listTenants), providesTags: ['Tenant'] }),
    propertyMoney: build.query({ ...query(summarizePayments), providesTags: ['Payment'] }),
    propertyRepairs: build.query({ ...query(maintenanceSummary), providesTags: ['Maintenance'] }),
    propertyRequests: build.query({ ...queryPage(listMaintenance), providesTags: ['Maintenance'] }),
  }),
})

export const {
  useListPropertiesInfiniteQuery,
  useCountPropertiesQuery,
  useGetPropertyQuery,
  useCreatePropertyMutation,
  useUpdatePropertyMutation,
  useDeletePropertyMutation,
  usePropertyTenantsQuery,
  usePropertyMoneyQuery,
  usePropertyRepairsQuery,
  usePropertyRequestsQuery,
} = propertiesApi
