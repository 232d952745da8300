import type {
  ageing,
  ageingTotals,
  rentRoll,
  rentRollTotals,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

const live = { providesTags: ['Report'] } as const

// The contracts are imported as types only: reports have no form.
export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportSummary: build.query({
      ...query<typeof reportSummary>({ method: 'GET', path: '/api/reports/summary' }),
      ...live,
    }),
    reportSeries: build.query({
      ...query<typeof reportSeries>({ method: 'GET', path: '/api/reports/series' }),
      ...live,
    }),
    rentRoll: build.infiniteQuery({
      ...queryPages<typeof rentRoll>({ method: 'GET', path: '/api/reports/rent-roll' }),
      ...live,
    }),
    rentRollTotals: build.query({
      ...query<typeof rentRollTotals>({ method: 'GET', path: '/api/reports/rent-roll/summary' }),
      ...live,
    }),
    ageing: build.infiniteQuery({
      ...queryPages<typeof ageing>({ method: 'GET', path: '/api/reports/ageing' }),
      ...live,
    }),
    ageingTotals: build.query({
      ...query<typeof ageingTotals>({ method: 'GET', path: '/api/reports/ageing/summary' }),
      ...live,
    }),
  }),
})

export const {
  useReportSummaryQuery,
  useReportSeriesQuery,
  useRentRollInfiniteQuery,
  useRentRollTotalsQuery,
  useAgeingInfiniteQuery,
  useAgeingTotalsQuery,
} = reportsApi
