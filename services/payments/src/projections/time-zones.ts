import type { Tx } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { sql } from 'drizzle-orm'

/** The name that the database server has for a time zone. SQL computes dates with it: an unknown name would fail every list. */
export type KnownZone = string & { readonly isKnown: true }

let zones: ReadonlyMap<string, string> | undefined

/**
 * Returns a function that answers the server's name of a time zone, whatever its case, and the default zone for an unknown one. The names are read once
 * per process: reading the view takes about 30 ms, and it only changes with the server.
 */
export async function readKnownZones(tx: Tx): Promise<(timeZone: string) => KnownZone> {
  if (zones === undefined) {
    const names = await tx.execute<{ name: string }>(sql`select name from pg_timezone_names`)
    zones = new Map(names.map(({ name }) => [name.toLowerCase(), name]))
  }
  const known = zones
  return (timeZone) => (known.get(timeZone.toLowerCase()) ?? defaultTimeZone) as KnownZone
}
