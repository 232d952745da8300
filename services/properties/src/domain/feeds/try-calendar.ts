import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { FeedTrial, tryFeed } from '@keyhold/contracts/properties/stays/feeds'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { readClaims } from '../nights/nights.ts'
import { findRental } from '../stays/listings/find-rental.ts'
import { readFeed } from './reading/read-feed.ts'
import type { SyncTools } from './syncing/sync-feed.ts'

const nothing = {
  channel: null,
  name: null,
  entries: [],
  reservations: 0,
  unavailable: 0,
  closed: 0,
  past: 0,
  skipped: 0,
  unreadable: 0,
}

/** What a calendar would bring to a rental. @throws Refusal 404 */
export async function tryCalendar(
  { actor, rentalId, url, channel, endIsLastNight }: BodyOf<typeof tryFeed> & { actor: LandlordActor },
  { db, clock, calendars }: SyncTools,
): Promise<FeedTrial> {
  const now = clock.now()
  const { landlordId } = actor
  const { rental, claims } = await db.transaction(actor, async (tx) => {
    const found = await findRental(tx, { landlordId, id: rentalId })
    const range = { landlordId, unitIds: [found.unitId], from: dateAt(now, found.timeZone), to: null, now }
    return { rental: found, claims: await readClaims(tx, range) }
  })
  const fetched = await calendars.fetch(url, { etag: null, lastModified: null })
  const failed = (problem: string): FeedTrial => ({ ...nothing, isReadable: false, problem })
  if (fetched.outcome !== 'text') return failed(fetched.outcome === 'failed' ? fetched.error : 'The answer was empty.')
  const reading = readFeed(fetched.text, { zone: rental.timeZone, now, channel, endIsLastNight })
  if (!reading.ok) return failed(reading.sentence)
  const count = (kind: string) => reading.entries.filter((one) => one.kind === kind).length
  return {
    isReadable: true,
    problem: null,
    channel: reading.channel,
    name: reading.name,
    entries: reading.entries.slice(0, 100).map(({ nights: { from, to }, kind, summary, guestName }) => ({
      from,
      to,
      kind,
      summary,
      guestName,
      isTaken:
        kind === 'reservation' && claims.some((one) => one.from < to && (one.until === null || from < one.until)),
    })),
    reservations: count('reservation'),
    unavailable: count('unavailable'),
    closed: count('closed'),
    past: reading.past,
    skipped: reading.withoutNight + reading.free,
    unreadable: reading.unreadable,
  }
}
