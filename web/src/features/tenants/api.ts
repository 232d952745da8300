import type { screenTenant } from '@keyhold/contracts/ai/screening'
import { moveOut, getTenancy, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { restoreTenant, tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import type {
  createImport,
  deleteImport,
  getImport,
  listImportRows,
  listImports,
  startImport,
  TenantImport,
  undoImport,
} from '@keyhold/contracts/tenancy/imports'
import { listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import { getProperty } from '@keyhold/contracts/properties/properties'
import { deleteTenant, getTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import { listInvitations, revokeInvitation } from '@keyhold/contracts/tenancy/invitations'
import { api } from '~/api/api.ts'
import type { Call } from '~/api/base-query.ts'
import { callOf, query, queryPage, queryPages, type Route } from '~/api/endpoint.ts'
import type { OnProgress } from '~/api/upload.ts'

const moved = {
  invalidatesTags: [
    'Tenant',
    'Tenancy',
    'Property',
    'Unit',
    'Payment',
    'Ledger',
    'Recurring',
    'Dashboard',
    'Attention',
    'Report',
  ],
} as const
const upload: Route<typeof createImport> = { method: 'POST', path: '/api/tenant-imports' }

export const tenantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenants: build.infiniteQuery({ ...queryPages(listTenants), providesTags: ['Tenant'] }),
    countTenants: build.query({ ...queryPage(listTenants), providesTags: ['Tenant'] }),
    getTenant: build.query({ ...query(getTenant), providesTags: ['Tenant'] }),
    deleteTenant: build.mutation({ ...query(deleteTenant), invalidatesTags: [...moved.invalidatesTags, 'Invitation'] }),
    restoreTenant: build.mutation({ ...query(restoreTenant), ...moved }),
    tenantHistory: build.infiniteQuery({ ...queryPages(tenantHistory), providesTags: ['Tenant', 'Tenancy'] }),
    getTenancy: build.query({ ...query(getTenancy), providesTags: ['Tenancy'] }),
    updateTenancy: build.mutation({ ...query(updateTenancy), ...moved }),
    moveOut: build.mutation({ ...query(moveOut), ...moved }),
    screenTenant: build.mutation({
      ...query<typeof screenTenant>({ method: 'POST', path: '/api/tenants/:id/screening' }),
    }),

    imports: build.query({
      ...queryPage<typeof listImports>({ method: 'GET', path: '/api/tenant-imports' }),
      providesTags: ['TenantImport'],
    }),
    getImport: build.query({
      ...query<typeof getImport>({ method: 'GET', path: '/api/tenant-imports/:id' }),
      providesTags: ['TenantImport'],
    }),
    importRows: build.infiniteQuery({
      ...queryPages<typeof listImportRows>({ method: 'GET', path: '/api/tenant-imports/:id/rows' }),
      providesTags: ['TenantImport'],
    }),
    createImport: build.mutation<TenantImport, { file: File; onProgress: OnProgress }>({
      query: ({ file, onProgress }): Call => {
        const form = new FormData()
        form.append('file', file, file.name)
        return { ...callOf(upload.method, upload.path, {}), body: form, onProgress }
      },
      invalidatesTags: ['TenantImport'],
    }),
    startImport: build.mutation({
      ...query<typeof startImport>({ method: 'POST', path: '/api/tenant-imports/:id/start' }),
      invalidatesTags: ['TenantImport'],
    }),
    undoImport: build.mutation({
      ...query<typeof undoImport>({ method: 'POST', path: '/api/tenant-imports/:id/undo' }),
      invalidatesTags: ['TenantImport'],
    }),
    deleteImport: build.mutation({
      ...query<typeof deleteImport>({ method: 'DELETE', path: '/api/tenant-imports/:id' }),
      invalidatesTags: ['TenantImport'],
    }),

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
  useCountTenantsQuery,
  useGetTenantQuery,
  useDeleteTenantMutation,
  useRestoreTenantMutation,
  useTenantHistoryInfiniteQuery,
  useGetTenancyQuery,
  useUpdateTenancyMutation,
  useMoveOutMutation,
  useScreenTenantMutation,
  useImportsQuery,
  useGetImportQuery,
  useImportRowsInfiniteQuery,
  useCreateImportMutation,
  useStartImportMutation,
  useUndoImportMutation,
  useDeleteImportMutation,
  useListInvitationsInfiniteQuery,
  useCountInvitationsQuery,
  useRevokeInvitationMutation,
  useTenantHomeQuery,
  useTenantMoneyQuery,
  useTenantPaymentsQuery,
} = tenantsApi
