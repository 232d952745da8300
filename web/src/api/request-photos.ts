import type * as contracts from '@keyhold/contracts/maintenance/request-photos'
import * as routes from '@keyhold/contracts/maintenance/request-photos.routes'
import { api } from './client/api.ts'
import type { Call } from './client/base-query.ts'
import { callsOf } from './client/calls-of.ts'
import type { OnProgress } from './client/upload.ts'

const { call, query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Maintenance'] } as const

interface NewPhoto {
  /** Of the request. */
  id: string
  file: Blob
  onProgress: OnProgress
}

export const requestPhotosApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRequestPhotos: build.query({ ...query('listRequestPhotos'), providesTags: ['Maintenance'] }),
    addRequestPhoto: build.mutation<contracts.RequestPhoto, NewPhoto>({
      query: ({ id, file, onProgress }): Call => ({ ...call('addRequestPhoto', { id }), body: file, onProgress }),
      ...changed,
    }),
    addTenantRequestPhoto: build.mutation<contracts.RequestPhoto, NewPhoto>({
      query: ({ id, file, onProgress }): Call => ({ ...call('addTenantRequestPhoto', { id }), body: file, onProgress }),
      ...changed,
    }),
    deleteRequestPhoto: build.mutation({ ...query('deleteRequestPhoto'), ...changed }),
  }),
})

export const { useListRequestPhotosQuery, useDeleteRequestPhotoMutation } = requestPhotosApi
