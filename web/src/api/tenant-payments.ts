import type * as contracts from '@keyhold/contracts/payments/tenant-payments'
import * as routes from '@keyhold/contracts/payments/tenant-payments.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const tenantPaymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    tenantStats: build.query({ ...query('tenantStats'), providesTags: ['Payment'] }),
    listTenantPayments: build.infiniteQuery({ ...pages('listTenantPayments'), providesTags: ['Payment'] }),
    reportPayment: build.mutation({ ...query('reportPayment'), invalidatesTags: ['Payment'] }),
  }),
})

export const { useTenantStatsQuery, useListTenantPaymentsInfiniteQuery, useReportPaymentMutation } = tenantPaymentsApi
