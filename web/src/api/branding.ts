import type * as contracts from '@keyhold/contracts/identity/branding'
import * as routes from '@keyhold/contracts/identity/branding.routes'
import { api } from './client/api.ts'
import type { Call } from './client/base-query.ts'
import { callsOf } from './client/calls-of.ts'
import type { OnProgress } from './client/upload.ts'

const { call, query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Branding'] } as const

const brandingApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBranding: build.query({ ...query('getBranding'), providesTags: ['Branding'] }),
    portalBranding: build.query({ ...query('portalBranding'), providesTags: ['Branding'] }),
    changeBranding: build.mutation({ ...query('changeBranding'), ...changed }),
    resetBranding: build.mutation({ ...query('resetBranding'), ...changed }),
    uploadLogo: build.mutation<contracts.BrandingSettings, { file: Blob; onProgress: OnProgress }>({
      query: ({ file, onProgress }): Call => ({ ...call('uploadLogo', {}), body: file, onProgress }),
      ...changed,
    }),
    deleteLogo: build.mutation({ ...query('deleteLogo'), ...changed }),
    claimHost: build.mutation({ ...query('claimHost'), ...changed }),
    verifyHost: build.mutation({ ...query('verifyHost'), ...changed }),
    releaseHost: build.mutation({ ...query('releaseHost'), ...changed }),
  }),
})

export const {
  useGetBrandingQuery,
  usePortalBrandingQuery,
  useChangeBrandingMutation,
  useResetBrandingMutation,
  useUploadLogoMutation,
  useDeleteLogoMutation,
  useClaimHostMutation,
  useVerifyHostMutation,
  useReleaseHostMutation,
} = brandingApi
