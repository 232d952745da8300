import type { attention } from '@keyhold/contracts/gateway/attention'
import type { dashboardStats } from '@keyhold/contracts/gateway/dashboard'
import type { dismissDelivery, retryDelivery } from '@keyhold/contracts/messaging/deliveries'
import type { summarizePayments } from '@keyhold/contracts/payments/payments'
import type {
  createProperty,
  listProperties,
  Property,
  QuickPropertyForm,
} from '@keyhold/contracts/properties/properties'
import type { listInvitations } from '@keyhold/contracts/tenancy/invitations'
import type { listTenants } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { api } from '~/api/api.ts'
import { callOf, query, queryPage, type Route } from '~/api/endpoint.ts'

const quickAdd: Route<typeof createProperty> = { method: 'POST', path: '/api/properties' }

// The contracts are imported as types only: the first page after sign-in ships no schemas until a dialog opens.
export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    dashboardStats: build.query({
      ...query<typeof dashboardStats>({ method: 'GET', path: '/api/dashboard/stats' }),
      providesTags: ['Dashboard'],
    }),
    latestProperties: build.query({
      ...queryPage<typeof listProperties>({ method: 'GET', path: '/api/properties' }),
      providesTags: ['Property'],
    }),
    latestTenants: build.query({
      ...queryPage<typeof listTenants>({ method: 'GET', path: '/api/tenants' }),
      providesTags: ['Tenant'],
    }),
    anyInvitation: build.query({
      ...queryPage<typeof listInvitations>({ method: 'GET', path: '/api/tenant-invitations' }),
      providesTags: ['Invitation'],
    }),
    anyRevenue: build.query({
      ...query<typeof summarizePayments>({ method: 'GET', path: '/api/payments/summary' }),
      providesTags: ['Payment'],
    }),
    monthMoney: build.query({
      ...query<typeof summarizePayments>({ method: 'GET', path: '/api/payments/summary' }),
      providesTags: ['Payment'],
    }),
    attention: build.query({
      ...query<typeof attention>({ method: 'GET', path: '/api/attention' }),
      providesTags: ['Attention'],
    }),
    retryDelivery: build.mutation({
      ...query<typeof retryDelivery>({ method: 'POST', path: '/api/failed-deliveries/:id/retry' }),
      invalidatesTags: ['FailedDelivery', 'Attention'],
    }),
    dismissDelivery: build.mutation({
      ...query<typeof dismissDelivery>({ method: 'DELETE', path: '/api/failed-deliveries/:id' }),
      invalidatesTags: ['FailedDelivery', 'Attention'],
    }),
    // The contract takes two forms here, which its type can't say.
    quickAddProperty: build.mutation<Property, z.output<typeof QuickPropertyForm>>({
      query: (form) => callOf(quickAdd.method, quickAdd.path, form),
      invalidatesTags: ['Property', 'Dashboard'],
    }),
  }),
})

export const {
  useDashboardStatsQuery,
  useLatestPropertiesQuery,
  useLatestTenantsQuery,
  useAnyInvitationQuery,
  useAnyRevenueQuery,
  useMonthMoneyQuery,
  useAttentionQuery,
  useRetryDeliveryMutation,
  useDismissDeliveryMutation,
  useQuickAddPropertyMutation,
} = dashboardApi
