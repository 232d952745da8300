import { createContext, use } from 'react'

/** What a booking that is entered by hand begins with. */
export interface BookingStart {
  rentalId?: string
  checkInDate?: string
  checkOutDate?: string
}

interface StaysActions {
  addListing: () => void
  book: (start: BookingStart) => void
  openBooking: (id: string) => void
}

/** The dialogs of the page, for every tab. */
export const StaysContext = createContext<StaysActions>({
  addListing: () => {},
  book: () => {},
  openBooking: () => {},
})

export const useStays = (): StaysActions => use(StaysContext)
