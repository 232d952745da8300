import type * as contracts from '@keyhold/contracts/maintenance/requests'
import * as routes from '@keyhold/contracts/maintenance/requests.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
// A request may add a vendor by name, and changes what its vendor has cost.
const changed = { invalidatesTags: ['Maintenance', 'Vendor', 'Dashboard', 'Attention', 'Report'] } as const

export const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMaintenance: build.infiniteQuery({ ...pages('listMaintenance'), providesTags: ['Maintenance'] }),
    getMaintenance: build.query({ ...query('getMaintenance'), providesTags: ['Maintenance'] }),
    maintenanceSummary: build.query({ ...query('maintenanceSummary'), providesTags: ['Maintenance'] }),
    createMaintenance: build.mutation({ ...query('createMaintenance'), ...changed }),
    updateMaintenance: build.mutation({ ...query('updateMaintenance'), ...changed }),
    addRequestNote: build.mutation({ ...query('addRequestNote'), ...changed }),
    settleSuggestion: build.mutation({ ...query('settleSuggestion'), ...changed }),
    confirmAlert: build.mutation({ ...query('confirmAlert'), ...changed }),
  }),
})

export const {
  useListMaintenanceInfiniteQuery,
  useGetMaintenanceQuery,
  useMaintenanceSummaryQuery,
  useCreateMaintenanceMutation,
  useUpdateMaintenanceMutation,
  useAddRequestNoteMutation,
  useSettleSuggestionMutation,
  useConfirmAlertMutation,
} = requestsApi
