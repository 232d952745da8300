import type { applyDeposit, depositTotals, listDeposits, refundDeposit } from '@keyhold/contracts/payments/deposits'
import type { createRecurring, endRecurring, listRecurring } from '@keyhold/contracts/payments/recurring-charges'
import type {
  deleteLateFeePolicy,
  listLateFeePolicies,
  saveLateFeePolicy,
} from '@keyhold/contracts/payments/late-fee-policies'
import type { listLateFees, postLateFees, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import {
  cancelPayment,
  createPayment,
  getPayment,
  listPayments,
  summarizePayments,
  updatePayment,
} from '@keyhold/contracts/payments/payments'
import { reversePayment, verifyPayment } from '@keyhold/contracts/payments/verification'
import type { listTenancies } from '@keyhold/contracts/tenancy/tenancies'
import { api } from '~/api/api.ts'
import { query, queryPage, queryPages } from '~/api/endpoint.ts'

const changed = {
  invalidatesTags: ['Payment', 'Ledger', 'Dashboard', 'Attention', 'LateFee', 'Deposit', 'Report'],
} as const
const judged = { invalidatesTags: ['LateFee', 'Payment', 'Ledger', 'Dashboard', 'Attention', 'Report'] } as const

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPayments: build.infiniteQuery({ ...queryPages(listPayments), providesTags: ['Payment'] }),
    getPayment: build.query({ ...query(getPayment), providesTags: ['Payment'] }),
    summarizePayments: build.query({ ...query(summarizePayments), providesTags: ['Payment'] }),
    createPayment: build.mutation({ ...query(createPayment), ...changed }),
    updatePayment: build.mutation({ ...query(updatePayment), ...changed }),
    verifyPayment: build.mutation({ ...query(verifyPayment), ...changed }),
    reversePayment: build.mutation({ ...query(reversePayment), ...changed }),
    cancelPayment: build.mutation({ ...query(cancelPayment), ...changed }),

    lateFees: build.infiniteQuery({
      ...queryPages<typeof listLateFees>({ method: 'GET', path: '/api/late-fees' }),
      providesTags: ['LateFee'],
    }),
    /** How many there are to judge, for the tab. */
    proposedLateFees: build.query({
      ...queryPage<typeof listLateFees>({ method: 'GET', path: '/api/late-fees' }),
      providesTags: ['LateFee'],
    }),
    postLateFees: build.mutation({
      ...query<typeof postLateFees>({ method: 'POST', path: '/api/late-fees/post' }),
      ...judged,
    }),
    waiveLateFee: build.mutation({
      ...query<typeof waiveLateFee>({ method: 'POST', path: '/api/late-fees/:id/waive' }),
      ...judged,
    }),
    lateFeePolicies: build.query({
      ...queryPage<typeof listLateFeePolicies>({ method: 'GET', path: '/api/late-fee-policies' }),
      providesTags: ['LateFeePolicy'],
    }),
    saveLateFeePolicy: build.mutation({
      ...query<typeof saveLateFeePolicy>({ method: 'PUT', path: '/api/late-fee-policies' }),
      invalidatesTags: ['LateFeePolicy', 'LateFee', 'Attention'],
    }),
    deleteLateFeePolicy: build.mutation({
      ...query<typeof deleteLateFeePolicy>({ method: 'DELETE', path: '/api/late-fee-policies/:id' }),
      invalidatesTags: ['LateFeePolicy', 'LateFee', 'Attention'],
    }),

    recurring: build.infiniteQuery({
      ...queryPages<typeof listRecurring>({ method: 'GET', path: '/api/recurring-charges' }),
      providesTags: ['Recurring'],
    }),
    createRecurring: build.mutation({
      ...query<typeof createRecurring>({ method: 'POST', path: '/api/recurring-charges' }),
      invalidatesTags: ['Recurring', 'Payment', 'Ledger', 'Dashboard'],
    }),
    endRecurring: build.mutation({
      ...query<typeof endRecurring>({ method: 'POST', path: '/api/recurring-charges/:id/end' }),
      invalidatesTags: ['Recurring', 'Payment', 'Ledger', 'Dashboard'],
    }),

    deposits: build.infiniteQuery({
      ...queryPages<typeof listDeposits>({ method: 'GET', path: '/api/deposits' }),
      providesTags: ['Deposit'],
    }),
    depositTotals: build.query({
      ...query<typeof depositTotals>({ method: 'GET', path: '/api/deposits/summary' }),
      providesTags: ['Deposit'],
    }),
    refundDeposit: build.mutation({
      ...query<typeof refundDeposit>({ method: 'POST', path: '/api/tenants/:id/deposit/refund' }),
      ...changed,
    }),
    applyDeposit: build.mutation({
      ...query<typeof applyDeposit>({ method: 'POST', path: '/api/tenants/:id/deposit/apply' }),
      ...changed,
    }),

    /** To choose a tenancy by who lives there. */
    tenancyChoices: build.query({
      ...queryPage<typeof listTenancies>({ method: 'GET', path: '/api/tenancies' }),
      providesTags: ['Tenancy'],
    }),
  }),
})

export const {
  useListPaymentsInfiniteQuery,
  useGetPaymentQuery,
  useSummarizePaymentsQuery,
  useCreatePaymentMutation,
  useUpdatePaymentMutation,
  useVerifyPaymentMutation,
  useReversePaymentMutation,
  useCancelPaymentMutation,
  useLateFeesInfiniteQuery,
  useProposedLateFeesQuery,
  usePostLateFeesMutation,
  useWaiveLateFeeMutation,
  useLateFeePoliciesQuery,
  useSaveLateFeePolicyMutation,
  useDeleteLateFeePolicyMutation,
  useRecurringInfiniteQuery,
  useCreateRecurringMutation,
  useEndRecurringMutation,
  useDepositsInfiniteQuery,
  useDepositTotalsQuery,
  useRefundDepositMutation,
  useApplyDepositMutation,
  useTenancyChoicesQuery,
} = paymentsApi
