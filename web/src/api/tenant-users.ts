import type * as contracts from '@keyhold/contracts/identity/tenant-users'
import * as routes from '@keyhold/contracts/identity/tenant-users.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
// A login is shown in the tenant's record as portal access.
const changed = { invalidatesTags: ['TenantUser', 'Tenant'] } as const

const tenantUsersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenantUsers: build.infiniteQuery({ ...pages('listTenantUsers'), providesTags: ['TenantUser'] }),
    createTenantUser: build.mutation({ ...query('createTenantUser'), ...changed }),
    updateTenantUser: build.mutation({ ...query('updateTenantUser'), ...changed }),
    deleteTenantUser: build.mutation({ ...query('deleteTenantUser'), ...changed }),
    resetTenantPassword: build.mutation(query('resetTenantPassword')),
  }),
})

export const {
  useListTenantUsersInfiniteQuery,
  useCreateTenantUserMutation,
  useUpdateTenantUserMutation,
  useDeleteTenantUserMutation,
  useResetTenantPasswordMutation,
} = tenantUsersApi
