import type { dismissInsight, listInsights, readInsight, restoreInsight } from '@keyhold/contracts/ai/insights'
import { api } from '~/api/api.ts'
import { query, queryPage } from '~/api/endpoint.ts'

// The contracts are imported as types only: the first page after sign-in ships no schemas.
const insightsApi = api.injectEndpoints({
  endpoints: (build) => ({
    insights: build.query({
      ...queryPage<typeof listInsights>({ method: 'GET', path: '/api/ai-insights' }),
      providesTags: ['Insight'],
    }),
    readInsight: build.mutation({
      ...query<typeof readInsight>({ method: 'POST', path: '/api/ai-insights/:id/read' }),
      invalidatesTags: ['Insight'],
    }),
    dismissInsight: build.mutation({
      ...query<typeof dismissInsight>({ method: 'POST', path: '/api/ai-insights/:id/dismiss' }),
      invalidatesTags: ['Insight'],
    }),
    restoreInsight: build.mutation({
      ...query<typeof restoreInsight>({ method: 'POST', path: '/api/ai-insights/:id/restore' }),
      invalidatesTags: ['Insight'],
    }),
  }),
})

export const { useInsightsQuery, useReadInsightMutation, useDismissInsightMutation, useRestoreInsightMutation } =
  insightsApi
