import { createMaintenance, getMaintenance, listMaintenance, maintenanceSummary, updateMaintenance } from '@keyhold/contracts/maintenance'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

const changed = { invalidatesTags: ['Maintenance', 'Dashboard'] } as const

export const maintenanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMaintenance: build.infiniteQuery({ ...queryPages(listMaintenance), providesTags: ['Maintenance'] }),
    getMaintenance: build.query({ ...query(getMaintenance), providesTags: ['Maintenance'] }),
    summarizeMaintenance: build.query({ ...query(maintenanceSummary), providesTags: ['Maintenance'] }),
    createMaintenance: build.mutation({ ...query(createMaintenance), ...changed }),
    updateMaintenance: build.mutation({ ...query(updateMaintenance), ...changed }),
  }),
})

export const {
  useListMaintenanceInfiniteQuery,
  useGetMaintenanceQuery,
  useSummarizeMaintenanceQuery,
  useCreateMaintenanceMutation,
  useUpdateMaintenanceMutation,
} = maintenanceApi
