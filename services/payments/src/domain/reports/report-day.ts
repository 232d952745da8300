import { earlierOf } from '@keyhold/kit/lib/dates'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { findProperty } from '../../projections/properties.ts'
import type { AsOf } from './report-charges.ts'
import { type Period } from './report-periods.ts'

export interface ReportScope extends AsOf {
  /** Limits the report to one property; the name is for the heading. */
  property: { id: string; name: string } | null
}

interface Asked {
  asOf?: string | undefined
  propertyId?: string | undefined
  knownAt?: string | undefined
}

/**
 * The scope of a report; the day defaults to today. Today for a landlord is today in the time zone of most of their properties, which are counted only
 * while it is not the same day in all zones.
 * @throws Refusal 404 if the property is not this landlord's
 */
export async function reportScope(
  { db, call, clock, actor }: Pick<Tools, 'db' | 'call' | 'clock'> & { actor: LandlordActor },
  { asOf, propertyId, knownAt }: Asked,
): Promise<ReportScope> {
  const { landlordId } = actor
  const now = clock.now().toISOString()
  const property = propertyId === undefined ? null : await findProperty({ db, call, clock, actor }, propertyId)
  const [here] = await db.read(
    actor,
    (sql) => sql<{ today: string }[]>`
      with recursive zone as (
        (select p.time_zone from property p where p.landlord_id = ${landlordId} and not p.is_gone order by p.time_zone limit 1)
        union all
        select (select p.time_zone from property p where p.landlord_id = ${landlordId} and not p.is_gone and p.time_zone > z.time_zone order by p.time_zone limit 1)
        from zone z where z.time_zone is not null
      ), day as (select distinct (${now}::timestamptz at time zone z.time_zone)::date as today from zone z where z.time_zone is not null)
      select coalesce(
        (select (${now}::timestamptz at time zone p.time_zone)::date from property p where p.landlord_id = ${landlordId} and p.property_id = ${propertyId ?? null}::uuid),
        (select case count(*) when 1 then min(d.today) end from day d),
        (select (${now}::timestamptz at time zone p.time_zone)::date from property p where p.landlord_id = ${landlordId} and not p.is_gone group by p.time_zone order by count(*) desc, p.time_zone limit 1),
        (${now}::timestamptz at time zone ${defaultTimeZone}::text)::date) as today`,
  )
  const today = here?.today ?? now.slice(0, 10)
  return {
    landlordId,
    day: asOf ?? today,
    today,
    now,
    knownAt,
    property: property && { id: property.propertyId, name: property.name },
  }
}

/** @throws Refusal 400 for a report that cannot be given as it was known earlier */
export function refuseKnownAt({ knownAt }: ReportScope): void {
  if (knownAt !== undefined)
    refuseField(
      'knownAt',
      'Costs and occupancy aren’t kept as they were known earlier. Amounts of the rent roll, aging, deposits, trial balance and ledgers can be asked as they were known; rents, names and occupancy are those known today',
    )
}

/** The scope at the end of a period, or today if that is earlier. */
export const scopeAtEnd = (scope: ReportScope, { to }: Period): ReportScope => ({
  ...scope,
  day: earlierOf(to, scope.today),
})

/** @throws Refusal 400 for periods outside the supported years */
export function assertReportRange(periods: Period[]): void {
  const [first, last] = [periods[0], periods.at(-1)]
  if (first && last && (first.from < '1900-01-01' || last.to > '2199-12-31'))
    refuse('invalid-input', 'Reports reach from 1900 to 2199. Choose a day within those years.')
}
