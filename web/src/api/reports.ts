import type * as contracts from '@keyhold/contracts/payments/reports'
import * as routes from '@keyhold/contracts/payments/reports.routes'
import { api } from './client/api.ts'
import { callsOf, type ArgOf } from './client/calls-of.ts'

const { pages, query, url } = callsOf<typeof contracts>(routes)

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportSummary: build.query({ ...query('reportSummary'), providesTags: ['Report'] }),
    reportSeries: build.query({ ...query('reportSeries'), providesTags: ['Report'] }),
    rentRoll: build.infiniteQuery({ ...pages('rentRoll'), providesTags: ['Report'] }),
    rentRollTotals: build.query({ ...query('rentRollTotals'), providesTags: ['Report'] }),
    ageing: build.infiniteQuery({ ...pages('ageing'), providesTags: ['Report'] }),
    ageingTotals: build.query({ ...query('ageingTotals'), providesTags: ['Report'] }),
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

/** The file of a report. */
export const reportUrl = (report: ArgOf<typeof contracts.reportFile>): string => url('reportFile', report)
