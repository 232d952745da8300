import * as routes from './feeds.routes.ts'
import { endpoint } from '../../endpoint.ts'
import { bytes, id, instant, line, pageQuery } from '../../scalars.ts'
import { z } from '../../zod.ts'
import { feedChannels } from './feed-values.ts'

export const maxExportsPerRental = 20

/** A secret address at which one channel reads the taken nights of a rental; nothing that came from that channel is in it. */
export const CalendarExport = z
  .object({
    id,
    rentalId: id,
    rentalName: z.string(),
    name: z.string(),
    channel: z.enum(feedChannels),
    /** The calendar of the same site that is read: what came from it does not go back. */
    feedId: id.nullable(),
    /** The last four characters of its address. */
    lastCharacters: z.string(),
    lastFetchedAt: instant.nullable(),
    fetches: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'CalendarExport' })
export type CalendarExport = z.output<typeof CalendarExport>

export const listExports = endpoint(routes.listExports, {
  query: pageQuery.extend({ rentalId: id.optional() }),
  response: z.array(CalendarExport),
  paged: true,
  summary: 'Addresses at which channels read the landlord’s calendars',
})

/** The address is answered here and never again, since only its hash is stored. */
export const createExport = endpoint(routes.createExport, {
  status: 201,
  body: z.object({
    rentalId: id,
    name: line(100, 'Name the address'),
    channel: z.enum(feedChannels, 'Choose the channel that reads it'),
    feedId: id.optional(),
  }),
  response: CalendarExport.extend({ url: z.string() }),
  idempotent: false,
  summary: 'Make a secret address for a channel',
})

export const revokeExport = endpoint(routes.revokeExport, { summary: 'Revoke an address: it answers 404 from now on' })

/** `{token}.ics`. 404 for an unknown or revoked one; 304 by `If-None-Match`; 429 above 60 in an hour. */
export const calendarFile = endpoint(routes.calendarFile, {
  params: { file: z.string().regex(/^[\w-]{20,100}\.ics$/) },
  response: bytes,
  summary: 'The taken nights of a rental for one channel, without data of guests',
})
