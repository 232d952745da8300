import type { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { Dated } from '@keyhold/kit/messaging/projection'
import { and, eq } from 'drizzle-orm'
import { tenancy } from '../../schema/projections.ts'
import { isAnyOf } from '../ledger/sql.ts'
import { type Rule, type Terms, withinTenancy } from './recurring-rules.ts'

export type TenancyRow = typeof tenancy.$inferSelect

/** A tenancy as an event says it, with the user who changed it. */
export type ChangedTenancy = z.output<(typeof TenancyChanged)['data']>

/** What is stored of a tenancy, and the newer snapshot that replaces it. */
export interface TenancyChange extends Dated<ChangedTenancy> {
  old: TenancyRow | null
  /** The tenants had left before the first event arrived: nothing new is charged. */
  isPast: boolean
}

/** The stored tenancies, by id. */
export async function readTenancies(
  tx: Tx,
  landlordId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, TenancyRow>> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const these = and(eq(tenancy.landlordId, landlordId), isAnyOf(tenancy.tenancyId, known))
  const rows = await tx.select().from(tenancy).where(these)
  return new Map(rows.map((row) => [row.tenancyId, row]))
}

/** The terms of a rule, limited by the current state of its tenancy. */
export async function termsOf(tx: Tx, own: Rule): Promise<Terms> {
  const stored = await readTenancies(tx, own.landlordId, [own.tenancyId])
  return withinTenancy(own, stored.get(own.tenancyId) ?? null)
}
