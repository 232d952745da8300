import type * as contracts from '@keyhold/contracts/properties/stays/analytics'
import * as routes from '@keyhold/contracts/properties/stays/analytics.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    stayAnalytics: build.query({ ...query('stayAnalytics'), providesTags: ['StayAnalytics'] }),
  }),
})

export const { useStayAnalyticsQuery } = analyticsApi
