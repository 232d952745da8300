import type * as contracts from '@keyhold/contracts/payments/late-fees'
import * as routes from '@keyhold/contracts/payments/late-fees.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['LateFee', 'Payment', 'Ledger', 'Dashboard', 'Attention', 'Report'] } as const

const lateFeesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLateFees: build.infiniteQuery({ ...pages('listLateFees'), providesTags: ['LateFee'] }),
    postLateFees: build.mutation({ ...query('postLateFees'), ...changed }),
    waiveLateFee: build.mutation({ ...query('waiveLateFee'), ...changed }),
  }),
})

export const { useListLateFeesInfiniteQuery, usePostLateFeesMutation, useWaiveLateFeeMutation } = lateFeesApi
