import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { unit } from '../../schema/properties.ts'
import { lockUnits, todayAt } from './claim-rows.ts'
import { readClaims } from './nights.ts'

interface Place {
  landlordId: string
  propertyId: string
  /** Of one unit only. */
  unitId?: string | undefined
}

interface Plan {
  /** What the landlord is about to do. */
  what: 'archive' | 'delete' | 'remove'
  now: Date
}

/**
 * Guests and blocks are planned ahead, so the place cannot go away. Leases are judged by tenancy. Locks its units: nobody claims nights there before the
 * transaction ends. @throws Refusal 409
 */
export async function assertNoStaysAhead(
  tx: Tx,
  { landlordId, propertyId, unitId }: Place,
  { what, now }: Plan,
): Promise<void> {
  const rows = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(
      and(
        eq(unit.landlordId, landlordId),
        eq(unit.propertyId, propertyId),
        isNull(unit.deletedAt),
        unitId === undefined ? undefined : eq(unit.id, unitId),
      ),
    )
  const units = await lockUnits(
    tx,
    landlordId,
    rows.map(({ id }) => id),
  )
  const [first] = units.values()
  if (!first) return
  const ahead = { landlordId, unitIds: [...units.keys()], from: todayAt(first, now), to: null, now }
  if ((await readClaims(tx, ahead)).some(({ kind }) => kind !== 'lease'))
    refuse(
      'property-occupied',
      `Stays or blocks are planned in this ${unitId ? 'unit' : 'property'}. Cancel them before you ${what} it.`,
    )
}
