import { BookingMoneyChanged } from '@keyhold/contracts/properties/stays/stay-events'
import { ShortTermTaskChanged } from '@keyhold/contracts/properties/stays/tasks'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { bookStay } from '../domain/stays/book-stay.ts'
import { bookTurnover } from '../domain/stays/book-turnover.ts'

export const stayEvents: EventHandler[] = [
  on(BookingMoneyChanged, ({ tx, data, clock }) => bookStay(tx, data, { now: clock.now().toISOString() })),
  on(ShortTermTaskChanged, ({ tx, data, clock }) => bookTurnover(tx, data, { now: clock.now().toISOString() })),
]
