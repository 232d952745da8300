import type * as contracts from '@keyhold/contracts/gateway/dashboard'
import * as routes from '@keyhold/contracts/gateway/dashboard.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    dashboardStats: build.query({ ...query('dashboardStats'), providesTags: ['Dashboard'] }),
  }),
})

export const { useDashboardStatsQuery } = dashboardApi
