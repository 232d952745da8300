import type * as contracts from '@keyhold/contracts/properties/stays/calendar'
import * as routes from '@keyhold/contracts/properties/stays/calendar.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['StayCalendar', 'StayAnalytics'] } as const

const stayCalendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    stayCalendar: build.infiniteQuery({ ...pages('stayCalendar'), providesTags: ['StayCalendar'] }),
    rentalCalendar: build.query({ ...query('rentalCalendar'), providesTags: ['StayCalendar'] }),
    changeCalendars: build.mutation({ ...query('changeCalendars'), ...changed }),
    priceRules: build.query({ ...query('priceRules'), providesTags: ['StayCalendar'] }),
    savePriceRules: build.mutation({ ...query('savePriceRules'), ...changed }),
    explainPrice: build.query({ ...query('explainPrice'), providesTags: ['StayCalendar'] }),
    // A price holds for a while only, so it is asked for anew each time.
    quoteStay: build.query({ ...query('quoteStay'), providesTags: ['StayCalendar'], keepUnusedDataFor: 0 }),
  }),
})

export const {
  useStayCalendarInfiniteQuery,
  useRentalCalendarQuery,
  useChangeCalendarsMutation,
  usePriceRulesQuery,
  useSavePriceRulesMutation,
  useExplainPriceQuery,
  useQuoteStayQuery,
} = stayCalendarApi
