import {
  cancelPayment,
  createPayment,
  listPayments,
  reversePayment,
  summarizePayments,
  updatePayment,
  verifyPayment,
} from '@keyhold/contracts/payments'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

const changed = { invalidatesTags: ['Payment', 'Dashboard'] } as const

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPayments: build.infiniteQuery({ ...queryPages(listPayments), providesTags: ['Payment'] }),
    summarizePayments: build.query({ ...query(summarizePayments), providesTags: ['Payment'] }),
    createPayment: build.mutation({ ...query(createPayment), ...changed }),
    updatePayment: build.mutation({ ...query(updatePayment), ...changed }),
    verifyPayment: build.mutation({ ...query(verifyPayment), ...changed }),
    reversePayment: build.mutation({ ...query(reversePayment), ...changed }),
    cancelPayment: build.mutation({ ...query(cancelPayment), ...changed }),
  }),
})

export const {
  useListPaymentsInfiniteQuery,
  useSummarizePaymentsQuery,
  useCreatePaymentMutation,
  useUpdatePaymentMutation,
  useVerifyPaymentMutation,
  useReversePaymentMutation,
  useCancelPaymentMutation,
} = paymentsApi
