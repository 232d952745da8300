import type * as contracts from '@keyhold/contracts/payments/explanations'
import * as routes from '@keyhold/contracts/payments/explanations.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const explanationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    explainPayment: build.query({ ...query('explainPayment'), providesTags: ['Payment', 'LateFee'] }),
  }),
})

export const { useExplainPaymentQuery } = explanationsApi
