import type * as contracts from '@keyhold/contracts/maintenance/tenant-requests'
import * as routes from '@keyhold/contracts/maintenance/tenant-requests.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const changed = { invalidatesTags: ['Maintenance'] } as const

const tenantRequestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenantMaintenance: build.infiniteQuery({ ...pages('listTenantMaintenance'), providesTags: ['Maintenance'] }),
    createTenantMaintenance: build.mutation({ ...query('createTenantMaintenance'), ...changed }),
    getTenantMaintenance: build.query({ ...query('getTenantMaintenance'), providesTags: ['Maintenance'] }),
    replyToRequest: build.mutation({ ...query('replyToRequest'), ...changed }),
    rateRequest: build.mutation({ ...query('rateRequest'), ...changed }),
    reopenRequest: build.mutation({ ...query('reopenRequest'), ...changed }),
  }),
})

export const {
  useListTenantMaintenanceInfiniteQuery,
  useCreateTenantMaintenanceMutation,
  useGetTenantMaintenanceQuery,
  useReplyToRequestMutation,
  useRateRequestMutation,
  useReopenRequestMutation,
} = tenantRequestsApi
