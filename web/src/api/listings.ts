import type * as contracts from '@keyhold/contracts/properties/stays/listings'
import * as routes from '@keyhold/contracts/properties/stays/listings.routes'
import { api } from './client/api.ts'
import { callsOf, itemsOf, mostChoices } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Rental', 'StayCalendar', 'StayAnalytics'] } as const

const stayListingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRentals: build.infiniteQuery({ ...pages('listRentals'), providesTags: ['Rental'] }),
    getRental: build.query({ ...query('getRental'), providesTags: ['Rental'] }),
    createRental: build.mutation({ ...query('createRental'), ...changed }),
    updateRental: build.mutation({ ...query('updateRental'), ...changed }),
    deleteRental: build.mutation({ ...query('deleteRental'), ...changed }),
    rentalHistory: build.infiniteQuery({ ...pages('rentalHistory'), providesTags: ['Rental'] }),
    directBookingState: build.query({ ...query('directBookingState'), providesTags: ['Rental'] }),
  }),
})

export const {
  useListRentalsInfiniteQuery,
  useGetRentalQuery,
  useCreateRentalMutation,
  useUpdateRentalMutation,
  useDeleteRentalMutation,
  useRentalHistoryInfiniteQuery,
  useDirectBookingStateQuery,
} = stayListingsApi

/** The landlord's listings, for a select. */
export function useRentalChoices() {
  const { data, isLoading } = useListRentalsInfiniteQuery({ limit: mostChoices })
  const rentals = itemsOf(data).toSorted((a, b) => a.listingName.localeCompare(b.listingName))
  return { rentals, options: rentals.map(({ id, listingName }) => ({ value: id, label: listingName })), isLoading }
}
