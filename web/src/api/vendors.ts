import type * as contracts from '@keyhold/contracts/maintenance/vendors'
import * as routes from '@keyhold/contracts/maintenance/vendors.routes'
import { api } from './client/api.ts'
import { callsOf, itemsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Vendor', 'Maintenance'] } as const

const vendorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listVendors: build.infiniteQuery({ ...pages('listVendors'), providesTags: ['Vendor'] }),
    createVendor: build.mutation({ ...query('createVendor'), ...changed }),
    updateVendor: build.mutation({ ...query('updateVendor'), ...changed }),
    deleteVendor: build.mutation({ ...query('deleteVendor'), ...changed }),
  }),
})

export const {
  useListVendorsInfiniteQuery,
  useCreateVendorMutation,
  useUpdateVendorMutation,
  useDeleteVendorMutation,
} = vendorsApi

/** The landlord's vendors, by name. */
export const useVendors = () => itemsOf(useListVendorsInfiniteQuery({ limit: 500 }).data)
