import type { explainPayment } from '@keyhold/contracts/payments/explanations'
import type { getLedger, tenantLedger } from '@keyhold/contracts/payments/ledgers'
import type { reversePayment } from '@keyhold/contracts/payments/verification'
import { api } from '~/api/api.ts'
import { query } from '~/api/endpoint.ts'

// What landlord and tenant see alike of the ledger.
const moneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    explainPayment: build.query({
      ...query<typeof explainPayment>({ method: 'GET', path: '/api/payments/:id/explanation' }),
      providesTags: ['Payment', 'LateFee'],
    }),
    ledger: build.query({
      ...query<typeof getLedger>({ method: 'GET', path: '/api/tenants/:id/ledger' }),
      providesTags: ['Ledger', 'Payment'],
    }),
    ownLedger: build.query({
      ...query<typeof tenantLedger>({ method: 'GET', path: '/api/tenant/ledger' }),
      providesTags: ['Ledger', 'Payment'],
    }),
    takeBackReceipts: build.mutation({
      ...query<typeof reversePayment>({ method: 'POST', path: '/api/payments/:id/reverse' }),
      invalidatesTags: ['Payment', 'Ledger', 'Dashboard', 'Attention', 'LateFee', 'Deposit', 'Report'],
    }),
  }),
})

export const { useExplainPaymentQuery, useLedgerQuery, useOwnLedgerQuery, useTakeBackReceiptsMutation } = moneyApi
