import type * as contracts from '@keyhold/contracts/properties/nights'
import * as routes from '@keyhold/contracts/properties/nights.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Nights'] } as const

const nightsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A tenancy that changes moves its nights.
    listNights: build.infiniteQuery({ ...pages('listNights'), providesTags: ['Nights', 'Tenancy'] }),
    createBlock: build.mutation({ ...query('createBlock'), ...changed }),
    deleteBlock: build.mutation({ ...query('deleteBlock'), ...changed }),
  }),
})

export const { useListNightsInfiniteQuery, useCreateBlockMutation, useDeleteBlockMutation } = nightsApi
