import type { Database } from '@keyhold/kit/database/database'
import { addDays, dayMs } from '@keyhold/kit/lib/dates'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { householdsOf, type Lodger } from './households.ts'
import type { Charge, Home, Ledger, Portfolio, Repair } from './portfolio.ts'
import { lookBack } from './rules/paying-late.ts'
import { windowDays } from './rules/repeated-repairs.ts'

/** Beyond the day of the next refresh in any time zone. */
const horizonDays = 31
/** As many monthly rents as `paying-late` looks back. */
const paidDays = (lookBack + 1) * 31

type PropertyFacts = Home & { isArchived: boolean; isDeleted: boolean }

/** Reads a landlord's records as the rules' input. */
export async function readPortfolio(db: Database, landlordId: string, now: Date): Promise<Portfolio> {
  const since = new Date(now.getTime() - windowDays * dayMs).toISOString()
  const today = dateAt(now, defaultTimeZone)
  const horizon = addDays(today, horizonDays)
  const paidSince = addDays(today, -paidDays)
  const [properties, renters, repairs, ledgers, charges] = await db.read(
    serviceActor('ai', landlordId),
    (sql) =>
      [
        sql<PropertyFacts[]>`select * from property where landlord_id = ${landlordId} order by property_id`,
        sql<Lodger[]>`
          select t.* from tenant t where t.landlord_id = ${landlordId} and (t.is_active
            or exists (select from charge c where c.landlord_id = t.landlord_id and c.tenant_id = t.tenant_id and c.open > 0)) order by t.tenant_id`,
        sql<Repair[]>`
          select * from request where landlord_id = ${landlordId} and (status in ('open', 'in_progress') or opened_at > ${since}::timestamptz) order by request_id`,
        sql<Omit<Ledger, 'charges'>[]>`select * from ledger where landlord_id = ${landlordId} order by tenant_id`,
        // Without the rents planned for later, which are most of them: the next refresh comes before they fall due.
        sql<(Charge & { tenantId: string })[]>`
          select * from charge where landlord_id = ${landlordId} and ((open > 0 and due_date <= ${horizon}::date)
            or (open <= 0 and payment_type = 'rent' and due_date > ${paidSince}::date)) order by tenant_id, due_date, charge_id`,
      ] as const,
  )
  const chargesOf = Map.groupBy(charges, ({ tenantId }) => tenantId)
  return {
    now,
    homes: properties.filter(({ isArchived, isDeleted }) => !isArchived && !isDeleted),
    places: new Map(
      properties.map(({ propertyId, name, timeZone, isArchived, isDeleted }) => [
        propertyId,
        { name, timeZone, isGone: isArchived || isDeleted },
      ]),
    ),
    renters: householdsOf(renters),
    repairs: [...repairs],
    ledgers: ledgers.map((ledger) => ({ ...ledger, charges: chargesOf.get(ledger.tenantId) ?? [] })),
  }
}
