import type * as contracts from '@keyhold/contracts/identity/admin-accounts'
import * as routes from '@keyhold/contracts/identity/admin-accounts.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { landlordChanged } from './client/tags.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const adminAccountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminSummary: build.query({
      ...query('adminSummary'),
      providesTags: ['AdminLandlord', 'AdminDatabase', 'AdminActivity', 'Ticket'],
    }),
    listLandlords: build.infiniteQuery({ ...pages('listLandlords'), providesTags: ['AdminLandlord'] }),
    listLandlordTenantUsers: build.infiniteQuery({ ...pages('listLandlordTenantUsers'), providesTags: ['TenantUser'] }),
    resetLandlordPassword: build.mutation({ ...query('resetLandlordPassword'), ...landlordChanged }),
    resetUserPassword: build.mutation({ ...query('resetUserPassword'), invalidatesTags: ['AdminActivity'] }),
    setLandlordActive: build.mutation({ ...query('setLandlordActive'), ...landlordChanged }),
  }),
})

export const {
  useAdminSummaryQuery,
  useListLandlordsInfiniteQuery,
  useListLandlordTenantUsersInfiniteQuery,
  useResetLandlordPasswordMutation,
  useResetUserPasswordMutation,
  useSetLandlordActiveMutation,
} = adminAccountsApi
