import {
  createMaintenance,
  getMaintenance,
  listMaintenance,
  maintenanceSummary,
  updateMaintenance,
} from '@keyhold/contracts/maintenance/requests'
import { createVendor, deleteVendor, listVendors, updateVendor } from '@keyhold/contracts/maintenance/vendors'
import { deleteRequestPhoto, listRequestPhotos } from '@keyhold/contracts/maintenance/request-photos'
import { api } from '~/api/api.ts'
import { query, queryPage, queryPages } from '~/api/endpoint.ts'

// A request may keep a vendor that was typed, and changes what its vendor has cost.
const changed = { invalidatesTags: ['Maintenance', 'Vendor', 'Dashboard', 'Attention', 'Report'] } as const
const vendorsChanged = { invalidatesTags: ['Vendor', 'Maintenance'] } as const

export const maintenanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMaintenance: build.infiniteQuery({ ...queryPages(listMaintenance), providesTags: ['Maintenance'] }),
    getMaintenance: build.query({ ...query(getMaintenance), providesTags: ['Maintenance'] }),
    summarizeMaintenance: build.query({ ...query(maintenanceSummary), providesTags: ['Maintenance'] }),
    createMaintenance: build.mutation({ ...query(createMaintenance), ...changed }),
    updateMaintenance: build.mutation({ ...query(updateMaintenance), ...changed }),
    listRequestPhotos: build.query({ ...query(listRequestPhotos), providesTags: ['Maintenance'] }),
    deleteRequestPhoto: build.mutation({ ...query(deleteRequestPhoto), invalidatesTags: ['Maintenance'] }),
    listVendors: build.infiniteQuery({ ...queryPages(listVendors), providesTags: ['Vendor'] }),
    /** As many as one chooses from. */
    vendorChoices: build.query({ ...queryPage(listVendors), providesTags: ['Vendor'] }),
    createVendor: build.mutation({ ...query(createVendor), ...vendorsChanged }),
    updateVendor: build.mutation({ ...query(updateVendor), ...vendorsChanged }),
    deleteVendor: build.mutation({ ...query(deleteVendor), ...vendorsChanged }),
  }),
})

export const {
  useListMaintenanceInfiniteQuery,
  useGetMaintenanceQuery,
  useSummarizeMaintenanceQuery,
  useCreateMaintenanceMutation,
  useUpdateMaintenanceMutation,
  useListRequestPhotosQuery,
  useDeleteRequestPhotoMutation,
  useListVendorsInfiniteQuery,
  useVendorChoicesQuery,
  useCreateVendorMutation,
  useUpdateVendorMutation,
  useDeleteVendorMutation,
} = maintenanceApi

/** The vendors that are kept, by name. */
export const useVendors = () => useVendorChoicesQuery({ limit: 500 }).data?.items ?? []
