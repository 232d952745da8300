import type * as contracts from '@keyhold/contracts/properties/stays/public-stays'
import * as routes from '@keyhold/contracts/properties/stays/public-stays.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['GuestStay', 'PublicStay'] } as const

/** The calls of a listing's page and of a guest's link, which need no session. */
const guestStaysApi = api.injectEndpoints({
  endpoints: (build) => ({
    publicListing: build.query({ ...query('publicListing'), providesTags: ['PublicStay'] }),
    publicCalendar: build.query({ ...query('publicCalendar'), providesTags: ['PublicStay'] }),
    publicQuote: build.query({ ...query('publicQuote'), providesTags: ['PublicStay'], keepUnusedDataFor: 0 }),
    holdStay: build.mutation({ ...query('holdStay'), ...changed }),
    guestStay: build.query({ ...query('guestStay'), providesTags: ['GuestStay'] }),
    releaseHold: build.mutation({ ...query('releaseHold'), ...changed }),
    payTestStay: build.mutation({ ...query('payTestStay'), ...changed }),
    // What it says holds for one moment, and a stay that was just cancelled has none.
    guestCancellation: build.query({ ...query('guestCancellation'), keepUnusedDataFor: 0 }),
    cancelStay: build.mutation({ ...query('cancelStay'), ...changed }),
    guestChange: build.query({ ...query('guestChange'), keepUnusedDataFor: 0 }),
    changeStay: build.mutation({ ...query('changeStay'), ...changed }),
    rateStay: build.mutation({ ...query('rateStay'), ...changed }),
  }),
})

export const {
  usePublicListingQuery,
  usePublicCalendarQuery,
  usePublicQuoteQuery,
  useHoldStayMutation,
  useGuestStayQuery,
  useReleaseHoldMutation,
  usePayTestStayMutation,
  useGuestCancellationQuery,
  useCancelStayMutation,
  useGuestChangeQuery,
  useChangeStayMutation,
  useRateStayMutation,
} = guestStaysApi
