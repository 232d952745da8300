import type * as contracts from '@keyhold/contracts/identity/admin-activity'
import * as routes from '@keyhold/contracts/identity/admin-activity.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { pages, query } = callsOf<typeof contracts>(routes)

const adminActivityApi = api.injectEndpoints({
  endpoints: (build) => ({
    listActivity: build.infiniteQuery({ ...pages('listActivity'), providesTags: ['AdminActivity'] }),
    backupStatus: build.query(query('backupStatus')),
  }),
})

export const { useListActivityInfiniteQuery, useBackupStatusQuery } = adminActivityApi
