import type * as contracts from '@keyhold/contracts/tenancy/insurance'
import * as routes from '@keyhold/contracts/tenancy/insurance.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Insurance', 'Onboarding', 'Tenant'] } as const

const insuranceApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownInsurance: build.query({ ...query('ownInsurance'), providesTags: ['Insurance'] }),
    saveOwnInsurance: build.mutation({ ...query('saveOwnInsurance'), ...changed }),
    listInsurance: build.infiniteQuery({ ...pages('listInsurance'), providesTags: ['Insurance', 'Tenant'] }),
    tenantInsurance: build.query({ ...query('tenantInsurance'), providesTags: ['Insurance'] }),
    insuranceRequirement: build.query({ ...query('insuranceRequirement'), providesTags: ['Insurance'] }),
    saveInsuranceRequirement: build.mutation({ ...query('saveInsuranceRequirement'), invalidatesTags: ['Insurance'] }),
  }),
})

export const {
  useOwnInsuranceQuery,
  useSaveOwnInsuranceMutation,
  useListInsuranceInfiniteQuery,
  useTenantInsuranceQuery,
  useInsuranceRequirementQuery,
  useSaveInsuranceRequirementMutation,
} = insuranceApi
