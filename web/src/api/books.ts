import type * as contracts from '@keyhold/contracts/payments/books'
import * as routes from '@keyhold/contracts/payments/books.routes'
import { api } from './client/api.ts'
import { callsOf, type ArgOf } from './client/calls-of.ts'

const { query, url } = callsOf<typeof contracts>(routes)

const booksApi = api.injectEndpoints({
  endpoints: (build) => ({
    trialBalance: build.query({ ...query('trialBalance'), providesTags: ['Report'] }),
    listClosedPeriods: build.query({ ...query('listClosedPeriods'), providesTags: ['Report'] }),
    closePeriod: build.mutation({ ...query('closePeriod'), invalidatesTags: ['Report'] }),
  }),
})

export const { useTrialBalanceQuery, useListClosedPeriodsQuery, useClosePeriodMutation } = booksApi

/** The file of the books. */
export const journalUrl = (books: ArgOf<typeof contracts.journalFile>): string => url('journalFile', books)
