import type * as contracts from '@keyhold/contracts/identity/landlord-databases'
import * as routes from '@keyhold/contracts/identity/landlord-databases.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const landlordDatabasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDatabases: build.infiniteQuery({ ...pages('listDatabases'), providesTags: ['AdminDatabase'] }),
    createDatabase: build.mutation({
      ...query('createDatabase'),
      invalidatesTags: ['AdminDatabase', 'AdminLandlord', 'AdminActivity'],
    }),
    /** The state at one moment: fetched anew each time. */
    monitorDatabase: build.query({ ...query('monitorDatabase'), keepUnusedDataFor: 0 }),
  }),
})

export const { useListDatabasesInfiniteQuery, useCreateDatabaseMutation, useMonitorDatabaseQuery } =
  landlordDatabasesApi
