import type * as contracts from '@keyhold/contracts/ai/insights'
import * as routes from '@keyhold/contracts/ai/insights.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const insightsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInsights: build.infiniteQuery({ ...pages('listInsights'), providesTags: ['Insight'] }),
    readInsight: build.mutation({ ...query('readInsight'), invalidatesTags: ['Insight'] }),
    dismissInsight: build.mutation({ ...query('dismissInsight'), invalidatesTags: ['Insight'] }),
    restoreInsight: build.mutation({ ...query('restoreInsight'), invalidatesTags: ['Insight'] }),
  }),
})

export const {
  useListInsightsInfiniteQuery,
  useReadInsightMutation,
  useDismissInsightMutation,
  useRestoreInsightMutation,
} = insightsApi
