import type * as contracts from '@keyhold/contracts/payments/late-fee-policies'
import * as routes from '@keyhold/contracts/payments/late-fee-policies.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['LateFeePolicy', 'LateFee', 'Attention'] } as const

const lateFeePoliciesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLateFeePolicies: build.infiniteQuery({ ...pages('listLateFeePolicies'), providesTags: ['LateFeePolicy'] }),
    saveLateFeePolicy: build.mutation({ ...query('saveLateFeePolicy'), ...changed }),
    deleteLateFeePolicy: build.mutation({ ...query('deleteLateFeePolicy'), ...changed }),
  }),
})

export const { useListLateFeePoliciesInfiniteQuery, useSaveLateFeePolicyMutation, useDeleteLateFeePolicyMutation } =
  lateFeePoliciesApi
