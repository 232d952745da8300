import type { addRequestPhoto, RequestPhoto } from '@keyhold/contracts/maintenance/request-photos'
import { api } from '~/api/api.ts'
import type { Call } from '~/api/base-query.ts'
import { callOf, type Route } from '~/api/endpoint.ts'
import type { OnProgress } from '~/api/upload.ts'

const upload: Route<typeof addRequestPhoto> = { method: 'POST', path: '/api/maintenance-requests/:id/photos' }
const paths = { landlord: upload.path, tenant: '/api/tenant/maintenance-requests/:id/photos' } as const

/** Who adds a photo: each has an address of their own. */
export type Adder = keyof typeof paths

export const requestPhotosApi = api.injectEndpoints({
  endpoints: (build) => ({
    addRequestPhoto: build.mutation<RequestPhoto, { id: string; as: Adder; file: Blob; onProgress: OnProgress }>({
      query: ({ id, as, file, onProgress }): Call => ({
        ...callOf(upload.method, paths[as], { id }),
        body: file,
        onProgress,
      }),
      invalidatesTags: ['Maintenance'],
    }),
  }),
})
