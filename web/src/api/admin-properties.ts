import type * as contracts from '@keyhold/contracts/properties/admin-properties'
import * as routes from '@keyhold/contracts/properties/admin-properties.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const adminPropertiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllProperties: build.infiniteQuery({ ...pages('listAllProperties'), providesTags: ['AdminProperty'] }),
    updateAnyProperty: build.mutation({
      ...query('updateAnyProperty'),
      invalidatesTags: ['AdminProperty', 'AdminActivity', 'Property', 'Dashboard'],
    }),
  }),
})

export const { useListAllPropertiesInfiniteQuery, useUpdateAnyPropertyMutation } = adminPropertiesApi
