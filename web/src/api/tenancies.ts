import type * as contracts from '@keyhold/contracts/tenancy/tenancies'
import * as routes from '@keyhold/contracts/tenancy/tenancies.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { tenancyChanged } from './client/tags.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const tenanciesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenancies: build.infiniteQuery({ ...pages('listTenancies'), providesTags: ['Tenancy'] }),
    getTenancy: build.query({ ...query('getTenancy'), providesTags: ['Tenancy'] }),
    updateTenancy: build.mutation({ ...query('updateTenancy'), ...tenancyChanged }),
    moveOut: build.mutation({ ...query('moveOut'), ...tenancyChanged }),
  }),
})

export const { useListTenanciesInfiniteQuery, useGetTenancyQuery, useUpdateTenancyMutation, useMoveOutMutation } =
  tenanciesApi
