import type * as contracts from '@keyhold/contracts/maintenance/tenant-requests'
import * as routes from '@keyhold/contracts/maintenance/tenant-requests.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const tenantRequestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenantMaintenance: build.infiniteQuery({ ...pages('listTenantMaintenance'), providesTags: ['Maintenance'] }),
    createTenantMaintenance: build.mutation({ ...query('createTenantMaintenance'), invalidatesTags: ['Maintenance'] }),
  }),
})

export const { useListTenantMaintenanceInfiniteQuery, useCreateTenantMaintenanceMutation } = tenantRequestsApi
