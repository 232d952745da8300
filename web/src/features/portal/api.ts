import type { createTenantMaintenance, listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import type { listTenantPayments, reportPayment, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import type { tenantProperty } from '@keyhold/contracts/properties/properties'
import type { tenantProfile } from '@keyhold/contracts/tenancy/tenants'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

// The contracts are imported as types: the portal stands before its dialogs' schemas have arrived.
export const portalApi = api.injectEndpoints({
  endpoints: (build) => ({
    tenantProfile: build.query({
      ...query<typeof tenantProfile>({ method: 'GET', path: '/api/tenant/profile' }),
      providesTags: ['Tenant'],
    }),
    tenantProperty: build.query({
      ...query<typeof tenantProperty>({ method: 'GET', path: '/api/tenant/property' }),
      providesTags: ['Property'],
    }),
    tenantStats: build.query({
      ...query<typeof tenantStats>({ method: 'GET', path: '/api/tenant/stats' }),
      providesTags: ['Payment'],
    }),
    tenantPayments: build.infiniteQuery({
      ...queryPages<typeof listTenantPayments>({ method: 'GET', path: '/api/tenant/payments' }),
      providesTags: ['Payment'],
    }),
    tenantRequests: build.infiniteQuery({
      ...queryPages<typeof listTenantMaintenance>({ method: 'GET', path: '/api/tenant/maintenance-requests' }),
      providesTags: ['Maintenance'],
    }),
    reportPayment: build.mutation({
      ...query<typeof reportPayment>({ method: 'POST', path: '/api/tenant/payments' }),
      invalidatesTags: ['Payment'],
    }),
    submitRequest: build.mutation({
      ...query<typeof createTenantMaintenance>({ method: 'POST', path: '/api/tenant/maintenance-requests' }),
      invalidatesTags: ['Maintenance'],
    }),
  }),
})

export const {
  useTenantProfileQuery,
  useTenantPropertyQuery,
  useTenantStatsQuery,
  useTenantPaymentsInfiniteQuery,
  useTenantRequestsInfiniteQuery,
  useReportPaymentMutation,
  useSubmitRequestMutation,
} = portalApi
