import { listMaintenance, maintenanceSummary } from '@keyhold/contracts/maintenance'
import { listPayments, summarizePayments } from '@keyhold/contracts/payments'
import {
  addPhoto,
  archiveProperty,
  createProperty,
  deletePhoto,
  deleteProperty,
  getProperty,
  listPhotos,
  listProperties,
  orderPhotos,
  restoreProperty,
  updateProperty,
  type Photo,
  type Property,
  type PropertyForm,
} from '@keyhold/contracts/properties'
import { listTenants } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import { api } from '~/api/api.ts'
import type { Call } from '~/api/base-query.ts'
import { callOf, query, queryPage, queryPages } from '~/api/endpoint.ts'
import type { OnProgress } from '~/api/upload.ts'

const changed = { invalidatesTags: ['Property', 'Dashboard', 'Tenant'] } as const
// The first photo is the cover that cards show.
const photosChanged = { invalidatesTags: ['Photo', 'Property'] } as const

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
    archiveProperty: build.mutation({ ...query(archiveProperty), ...changed }),
    restoreProperty: build.mutation({ ...query(restoreProperty), ...changed }),
    listPhotos: build.query({ ...query(listPhotos), providesTags: ['Photo'] }),
    addPhoto: build.mutation<Photo, { id: string; file: Blob; onProgress: OnProgress }>({
      query: ({ id, file, onProgress }): Call => ({ ...callOf('POST', addPhoto.path, { id }), body: file, onProgress }),
      ...photosChanged,
    }),
    orderPhotos: build.mutation({
      ...query(orderPhotos),
      ...photosChanged,
      // Stands in its new order at once, not only when the list is asked for again.
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) dispatch(propertiesApi.util.updateQueryData('listPhotos', { id }, () => answer.data))
      },
    }),
    deletePhoto: build.mutation({ ...query(deletePhoto), ...photosChanged }),
    // What the page of one property tells of its tenants, money and repairs.
    propertyTenants: build.query({ ...queryPage(listTenants), providesTags: ['Tenant'] }),
    propertyMoney: build.query({ ...query(summarizePayments), providesTags: ['Payment'] }),
    propertyPayments: build.query({ ...queryPage(listPayments), providesTags: ['Payment'] }),
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
  useArchivePropertyMutation,
  useRestorePropertyMutation,
  useListPhotosQuery,
  useOrderPhotosMutation,
  useDeletePhotoMutation,
  usePropertyTenantsQuery,
  usePropertyMoneyQuery,
  usePropertyPaymentsQuery,
  usePropertyRepairsQuery,
  usePropertyRequestsQuery,
} = propertiesApi
