import type * as contracts from '@keyhold/contracts/payments/payments'
import * as routes from '@keyhold/contracts/payments/payments.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { moneyChanged } from './client/tags.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPayments: build.infiniteQuery({ ...pages('listPayments'), providesTags: ['Payment'] }),
    getPayment: build.query({ ...query('getPayment'), providesTags: ['Payment'] }),
    summarizePayments: build.query({ ...query('summarizePayments'), providesTags: ['Payment'] }),
    createPayment: build.mutation({ ...query('createPayment'), ...moneyChanged }),
    updatePayment: build.mutation({ ...query('updatePayment'), ...moneyChanged }),
    cancelPayment: build.mutation({ ...query('cancelPayment'), ...moneyChanged }),
  }),
})

export const {
  useListPaymentsInfiniteQuery,
  useGetPaymentQuery,
  useSummarizePaymentsQuery,
  useCreatePaymentMutation,
  useUpdatePaymentMutation,
  useCancelPaymentMutation,
} = paymentsApi
