import type * as contracts from '@keyhold/contracts/tenancy/tenant-profile'
import * as routes from '@keyhold/contracts/tenancy/tenant-profile.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const tenantProfileApi = api.injectEndpoints({
  endpoints: (build) => ({
    personalDetails: build.query({ ...query('personalDetails'), providesTags: ['Tenant'] }),
    ownLandlord: build.query({ ...query('ownLandlord'), providesTags: ['Tenant'] }),
    rentShares: build.query({ ...query('rentShares'), providesTags: ['Tenancy'] }),
    saveRentShares: build.mutation({ ...query('saveRentShares'), invalidatesTags: ['Tenancy', 'Tenant'] }),
    savePersonalDetails: build.mutation({
      ...query('savePersonalDetails'),
      invalidatesTags: ['Tenant', 'Onboarding'],
    }),
  }),
})

export const {
  useOwnLandlordQuery,
  usePersonalDetailsQuery,
  useRentSharesQuery,
  useSaveRentSharesMutation,
  useSavePersonalDetailsMutation,
} = tenantProfileApi
