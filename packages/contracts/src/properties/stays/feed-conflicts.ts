import * as routes from './feeds.routes.ts'
import { endpoint } from '../../endpoint.ts'
import { id, instant, pageQuery } from '../../scalars.ts'
import { z } from '../../zod.ts'
import { conflictChoices, feedChannels } from './feed-values.ts'

/** A reservation of a channel in nights that somebody else has. */
export const FeedConflict = z
  .object({
    id,
    rentalId: id,
    rentalName: z.string(),
    feedId: id,
    feedName: z.string(),
    channel: z.enum(feedChannels),
    from: z.iso.date(),
    to: z.iso.date(),
    guestName: z.string().nullable(),
    code: z.string().nullable(),
    /** Who has the nights. */
    holders: z.array(
      z.object({ what: z.string(), from: z.iso.date(), to: z.iso.date().nullable(), bookingId: id.nullable() }),
    ),
    status: z.enum(['open', 'resolved', 'gone']),
    choice: z.enum(conflictChoices).nullable(),
    foundAt: instant,
    /** By when to choose: a day after it was found, and before the day of arrival where that is possible. */
    deadline: instant,
    isOverdue: z.boolean(),
    resolvedAt: instant.nullable(),
    /** Choices that are possible now: a lease can't be cancelled here. */
    choices: z.array(z.enum(conflictChoices)),
  })
  .meta({ id: 'CalendarConflict' })
export type FeedConflict = z.output<typeof FeedConflict>

export const listFeedConflicts = endpoint(routes.listFeedConflicts, {
  query: pageQuery.extend({ rentalId: id.optional(), status: z.enum(['open', 'resolved', 'gone']).optional() }),
  response: z.array(FeedConflict),
  paged: true,
  summary: 'Double bookings between channels: open ones first, by deadline',
})

export const getFeedConflict = endpoint(routes.getFeedConflict, {
  response: FeedConflict.extend({
    /** Other rentals of the landlord that are free in these nights, at most 20. */
    alternatives: z.array(z.object({ rentalId: id, rentalName: z.string() })),
  }),
  summary: 'A double booking with the rentals the guest could move to',
})

/**
 * `keep`: what is here stays, and the landlord cancels the reservation at its channel. `move`: the guest of the channel gets another rental (`rentalId`).
 * `cancel`: the bookings in the way are cancelled and the reservation takes the nights. 409 where that is not possible (any more).
 */
export const chooseForConflict = endpoint(routes.chooseForConflict, {
  body: z
    .object({ choice: z.enum(conflictChoices, 'Choose what to do'), rentalId: id.optional() })
    .refine(({ choice, rentalId }) => choice !== 'move' || rentalId !== undefined, {
      path: ['rentalId'],
      message: 'Choose the rental that the guest moves to',
    }),
  response: FeedConflict,
  summary: 'Resolve a double booking',
})
