import type * as contracts from '@keyhold/contracts/ai/assistant'
import * as routes from '@keyhold/contracts/ai/assistant.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const assistantApi = api.injectEndpoints({
  endpoints: (build) => ({
    listExchanges: build.infiniteQuery({ ...pages('listExchanges'), providesTags: ['Assistant'] }),
    exchangeSummary: build.query({ ...query('exchangeSummary'), providesTags: ['Assistant'] }),
    rateExchange: build.mutation({ ...query('rateExchange'), invalidatesTags: ['Assistant'] }),
  }),
})

export const { useListExchangesInfiniteQuery, useExchangeSummaryQuery, useRateExchangeMutation } = assistantApi
