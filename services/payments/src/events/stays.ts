import { BookingMoneyChanged } from '@keyhold/contracts/properties/stays/stay-events'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { bookStay } from '../domain/stays/book-stay.ts'

export const stayEvents: EventHandler[] = [
  on(BookingMoneyChanged, ({ tx, data, clock }) => bookStay(tx, data, { now: clock.now().toISOString() })),
]
