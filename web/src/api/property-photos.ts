import type * as contracts from '@keyhold/contracts/properties/property-photos'
import * as routes from '@keyhold/contracts/properties/property-photos.routes'
import { api } from './client/api.ts'
import type { Call } from './client/base-query.ts'
import { callsOf } from './client/calls-of.ts'
import type { OnProgress } from './client/upload.ts'

const { call, query } = callsOf<typeof contracts>(routes)
// The first photo is the cover that cards show.
const changed = { invalidatesTags: ['Photo', 'Property'] } as const

export const propertyPhotosApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPhotos: build.query({ ...query('listPhotos'), providesTags: ['Photo'] }),
    addPhoto: build.mutation<contracts.Photo, { id: string; file: Blob; onProgress: OnProgress }>({
      query: ({ id, file, onProgress }): Call => ({ ...call('addPhoto', { id }), body: file, onProgress }),
      ...changed,
    }),
    orderPhotos: build.mutation({
      ...query('orderPhotos'),
      ...changed,
      // Shows the new order at once, without waiting for the list to be fetched again.
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) dispatch(propertyPhotosApi.util.updateQueryData('listPhotos', { id }, () => answer.data))
      },
    }),
    deletePhoto: build.mutation({ ...query('deletePhoto'), ...changed }),
  }),
})

export const { useListPhotosQuery, useOrderPhotosMutation, useDeletePhotoMutation } = propertyPhotosApi
