import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { member, tenancy } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { assertNoOverlap } from './assert-no-overlap.ts'
import { type RequestedTerms, assertLedgerNotShared, newTenancyRow } from './open-tenancy.ts'
import { finishTenancyChange, type TenancyRow } from './tenancies.ts'
import { tenantSnapshotOf, type TenantRow } from '../tenants/tenants.ts'
import { leaseNames } from './terms.ts'

interface SeparateTenancy {
  /** The record as it was, locked. */
  before: TenantRow
  /** … and as it is now. */
  after: TenantRow
  at: string
}

/** A tenancy of their own begins for a tenant, and an account of their own; what was before is left to the caller. @throws Refusal 400, 409 */
export async function openSeparateTenancy(
  tx: Tx,
  { before, after, at }: SeparateTenancy,
  terms: RequestedTerms,
  manner: Partial<Pick<TenancyRow, 'termKind' | 'billing'>> = {},
): Promise<void> {
  const { id: tenantId, landlordId, isActive } = after
  await assertLedgerNotShared(tx, { landlordId, tenantId, isThere: before.isActive })
  const opening = { ...(await newTenancyRow(tx, { landlordId, tenantId, terms, isActive, at })), ...manner }
  // Where nobody is to live, nothing is charged.
  const startDate = (isActive && opening.startDate) || null
  await assertNoOverlap(tx, { ...opening, startDate }, leaseNames.startDate)
  const [row] = await tx.insert(tenancy).values(opening).returning()
  const membership = {
    landlordId,
    tenancyId: opening.id,
    tenantId,
    joinedOn: null,
    leftOn: opening.movedOutOn,
    hasLeft: !isActive,
  }
  await tx.insert(member).values(membership)
  const [moved] = await tx
    .update(tenant)
    .set({ tenancyId: opening.id, isActive })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
    .returning()
  await emit(tx, TenantUpdated, tenantSnapshotOf(moved!, row!))
  if (before.isActive && !isActive) await emit(tx, TenantLeft, tenantSnapshotOf(moved!, row!))
  await finishTenancyChange(tx, row!, { at, updated: [] })
}
