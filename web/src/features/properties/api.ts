import type { listMaintenance, maintenanceSummary } from '@keyhold/contracts/maintenance/requests'
import type { listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import type {
  addPhoto,
  deletePhoto,
  listPhotos,
  orderPhotos,
  Photo,
} from '@keyhold/contracts/properties/property-photos'
import type {
  archiveProperty,
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  restoreProperty,
  updateProperty,
  Property,
  PropertyForm,
} from '@keyhold/contracts/properties/properties'
import type { listTenants } from '@keyhold/contracts/tenancy/tenants'
import type { createUnit, deleteUnit, listUnits, updateUnit } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { api } from '~/api/api.ts'
import type { Call } from '~/api/base-query.ts'
import { callOf, query, queryPage, queryPages, type Route } from '~/api/endpoint.ts'
import type { OnProgress } from '~/api/upload.ts'

const changed = { invalidatesTags: ['Property', 'Dashboard', 'Tenant'] } as const
// The first photo is the cover that cards show.
const photosChanged = { invalidatesTags: ['Photo', 'Property'] } as const

const unitsChanged = { invalidatesTags: ['Unit', 'Property', 'Tenancy', 'Report'] } as const

const add: Route<typeof createProperty> = { method: 'POST', path: '/api/properties' }
const upload: Route<typeof addPhoto> = { method: 'POST', path: '/api/properties/:id/photos' }

// The contracts are imported as types only: the list ships no schemas until a form opens.
export const propertiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProperties: build.infiniteQuery({
      ...queryPages<typeof listProperties>({ method: 'GET', path: '/api/properties' }),
      providesTags: ['Property'],
    }),
    /** How many there are, whatever the list is narrowed to. */
    countProperties: build.query({
      ...queryPage<typeof listProperties>({ method: 'GET', path: '/api/properties' }),
      providesTags: ['Property'],
    }),
    getProperty: build.query({
      ...query<typeof getProperty>({ method: 'GET', path: '/api/properties/:id' }),
      providesTags: ['Property'],
    }),
    // The contract takes two forms here, which its type can't say.
    createProperty: build.mutation<Property, z.output<typeof PropertyForm>>({
      query: (form) => callOf(add.method, add.path, form),
      ...changed,
    }),
    updateProperty: build.mutation({
      ...query<typeof updateProperty>({ method: 'PUT', path: '/api/properties/:id' }),
      ...changed,
    }),
    deleteProperty: build.mutation({
      ...query<typeof deleteProperty>({ method: 'DELETE', path: '/api/properties/:id' }),
      ...changed,
    }),
    archiveProperty: build.mutation({
      ...query<typeof archiveProperty>({ method: 'POST', path: '/api/properties/:id/archive' }),
      ...changed,
    }),
    restoreProperty: build.mutation({
      ...query<typeof restoreProperty>({ method: 'POST', path: '/api/properties/:id/restore' }),
      ...changed,
    }),
    listPhotos: build.query({
      ...query<typeof listPhotos>({ method: 'GET', path: '/api/properties/:id/photos' }),
      providesTags: ['Photo'],
    }),
    addPhoto: build.mutation<Photo, { id: string; file: Blob; onProgress: OnProgress }>({
      query: ({ id, file, onProgress }): Call => ({
        ...callOf(upload.method, upload.path, { id }),
        body: file,
        onProgress,
      }),
      ...photosChanged,
    }),
    orderPhotos: build.mutation({
      ...query<typeof orderPhotos>({ method: 'PUT', path: '/api/properties/:id/photos' }),
      ...photosChanged,
      // Stands in its new order at once, not only when the list is asked for again.
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) dispatch(propertiesApi.util.updateQueryData('listPhotos', { id }, () => answer.data))
      },
    }),
    deletePhoto: build.mutation({
      ...query<typeof deletePhoto>({ method: 'DELETE', path: '/api/properties/:id/photos/:photoId' }),
      ...photosChanged,
    }),
    listUnits: build.query({
      ...query<typeof listUnits>({ method: 'GET', path: '/api/properties/:id/units' }),
      providesTags: ['Unit'],
    }),
    createUnit: build.mutation({
      ...query<typeof createUnit>({ method: 'POST', path: '/api/properties/:id/units' }),
      ...unitsChanged,
    }),
    updateUnit: build.mutation({
      ...query<typeof updateUnit>({ method: 'PUT', path: '/api/units/:id' }),
      ...unitsChanged,
    }),
    deleteUnit: build.mutation({
      ...query<typeof deleteUnit>({ method: 'DELETE', path: '/api/units/:id' }),
      ...unitsChanged,
    }),
    // What the page of one property tells of its tenants, money and repairs.
    propertyTenants: build.query({
      ...queryPage<typeof listTenants>({ method: 'GET', path: '/api/tenants' }),
      providesTags: ['Tenant'],
    }),
    propertyMoney: build.query({
      ...query<typeof summarizePayments>({ method: 'GET', path: '/api/payments/summary' }),
      providesTags: ['Payment'],
    }),
    propertyPayments: build.query({
      ...queryPage<typeof listPayments>({ method: 'GET', path: '/api/payments' }),
      providesTags: ['Payment'],
    }),
    propertyRepairs: build.query({
      ...query<typeof maintenanceSummary>({ method: 'GET', path: '/api/maintenance-requests/summary' }),
      providesTags: ['Maintenance'],
    }),
    propertyRequests: build.query({
      ...queryPage<typeof listMaintenance>({ method: 'GET', path: '/api/maintenance-requests' }),
      providesTags: ['Maintenance'],
    }),
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
  useListUnitsQuery,
  useCreateUnitMutation,
  useUpdateUnitMutation,
  useDeleteUnitMutation,
  useListPhotosQuery,
  useOrderPhotosMutation,
  useDeletePhotoMutation,
  usePropertyTenantsQuery,
  usePropertyMoneyQuery,
  usePropertyPaymentsQuery,
  usePropertyRepairsQuery,
  usePropertyRequestsQuery,
} = propertiesApi
