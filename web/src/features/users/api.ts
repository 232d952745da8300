import {
  createTenantUser,
  deleteTenantUser,
  listTenantUsers,
  resetTenantPassword,
  updateTenantUser,
} from '@keyhold/contracts/identity/tenant-users'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

// A login shows in the tenant's record as portal access.
const changed = { invalidatesTags: ['TenantUser', 'Tenant'] } as const

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenantUsers: build.infiniteQuery({ ...queryPages(listTenantUsers), providesTags: ['TenantUser'] }),
    createTenantUser: build.mutation({ ...query(createTenantUser), ...changed }),
    updateTenantUser: build.mutation({ ...query(updateTenantUser), ...changed }),
    deleteTenantUser: build.mutation({ ...query(deleteTenantUser), ...changed }),
    resetTenantPassword: build.mutation(query(resetTenantPassword)),
  }),
})

export const {
  useListTenantUsersInfiniteQuery,
  useCreateTenantUserMutation,
  useUpdateTenantUserMutation,
  useDeleteTenantUserMutation,
  useResetTenantPasswordMutation,
} = usersApi
