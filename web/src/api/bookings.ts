import type * as contracts from '@keyhold/contracts/properties/stays/bookings'
import * as routes from '@keyhold/contracts/properties/stays/bookings.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { bookingChanged } from './client/tags.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const stayBookingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBookings: build.infiniteQuery({ ...pages('listBookings'), providesTags: ['StayBooking'] }),
    bookingSummary: build.query({ ...query('bookingSummary'), providesTags: ['StayBooking'] }),
    getBooking: build.query({ ...query('getBooking'), providesTags: ['StayBooking'] }),
    bookingHistory: build.infiniteQuery({ ...pages('bookingHistory'), providesTags: ['StayBooking'] }),
    createBooking: build.mutation({ ...query('createBooking'), ...bookingChanged }),
    updateBooking: build.mutation({ ...query('updateBooking'), ...bookingChanged }),
    // What a cancellation refunds depends on the moment it is asked at.
    cancellationPreview: build.query({ ...query('cancellationPreview'), keepUnusedDataFor: 0 }),
    cancelBooking: build.mutation({ ...query('cancelBooking'), ...bookingChanged }),
    checkInBooking: build.mutation({ ...query('checkInBooking'), ...bookingChanged }),
    checkOutBooking: build.mutation({ ...query('checkOutBooking'), ...bookingChanged }),
    markNoShow: build.mutation({ ...query('markNoShow'), ...bookingChanged }),
    acceptBooking: build.mutation({ ...query('acceptBooking'), ...bookingChanged }),
    declineBooking: build.mutation({ ...query('declineBooking'), ...bookingChanged }),
    extensionPreview: build.query({ ...query('extensionPreview'), keepUnusedDataFor: 0 }),
    extendBooking: build.mutation({ ...query('extendBooking'), ...bookingChanged }),
    createGuestLink: build.mutation({ ...query('createGuestLink') }),
  }),
})

export const {
  useListBookingsInfiniteQuery,
  useBookingSummaryQuery,
  useGetBookingQuery,
  useBookingHistoryInfiniteQuery,
  useCreateBookingMutation,
  useUpdateBookingMutation,
  useCancellationPreviewQuery,
  useCancelBookingMutation,
  useCheckInBookingMutation,
  useCheckOutBookingMutation,
  useMarkNoShowMutation,
  useAcceptBookingMutation,
  useDeclineBookingMutation,
  useExtensionPreviewQuery,
  useExtendBookingMutation,
  useCreateGuestLinkMutation,
} = stayBookingsApi
