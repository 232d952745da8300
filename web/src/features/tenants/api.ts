import { listPayments, summarizePayments } from '@keyhold/contracts/payments'
import { getProperty } from '@keyhold/contracts/properties'
import { deleteTenant, getTenant, listInvitations, listTenants, revokeInvitation } from '@keyhold/contracts/tenancy'
import { api } from '~/api/api.ts'
import { query, queryPage, queryPages } from '~/api/endpoint.ts'

export const tenantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenants: build.infiniteQuery({ ...queryPages(listTenants), providesTags: ['Tenant'] }),
    getTenant: build.query({ ...query(getTenant), providesTags: ['Tenant'] }),
    deleteTenant: build.mutation({ ...query(deleteTenant), invalidatesTags: ['Tenant', 'Invitation', 'Property', 'Payment', 'Dashboard'] }),
    listInvitations: build.infiniteQuery({ ...queryPages(listInvitations), providesTags: ['Invitation'] }),
    countInvitations: build.query({ ...queryPage(listInvitations), providesTags: ['Invitation'] }),
    revokeInvitation: build.mutation({ ...query(revokeInvitation), invalidatesTags: ['Invitation', 'Tenant'] }),
    // What the page of one tenant tells of their home and their money.
    tenantHome: build.query({ ...query(getProperty), providesTags: ['Property'] }),
    tenantMoney: build.query({ ...query(summarizePayments), providesTags: ['Payment'] }),
    tenantPayments: build.query({ ...queryPage(listPayments), providesTags: ['Payment'] }),
  }),
})

export const {
  useListTenantsInfiniteQuery,
  useGetTenantQuery,
  useDeleteTenantMutation,
  useListInvitationsInfiniteQuery,
  useCountInvitationsQuery,
  useRevokeInvitationMutation,
  useTenantHomeQuery,
  useTenantMoneyQuery,
  useTenantPaymentsQuery,
} = tenantsApi
