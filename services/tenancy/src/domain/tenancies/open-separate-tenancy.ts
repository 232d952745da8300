import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { member, tenancy } from '../../schema/tenancies.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import type { ChangeAuthor } from '../history/history.ts'
import { tenantSnapshotOf } from '../snapshots.ts'
import { assertNoOverlap } from './assert-no-overlap.ts'
import { assertLedgerNotShared, newTenancyRows } from './open-tenancy.ts'
import type { RequestedTerms } from './requested-terms.ts'
import { finishTenancyChange } from './tenancy-group.ts'
import { leaseFieldNames } from './terms.ts'

interface TenantChange {
  /** The locked row before the change. */
  before: TenantRow
  after: TenantRow
  at: string
  by: ChangeAuthor
}

/** Opens a tenancy of their own for an existing tenant, on the tenant's own ledger. The caller ends the previous one. @throws Refusal 400, 409 */
export async function openSeparateTenancy(
  tx: Tx,
  { before, after, at, by }: TenantChange,
  terms: RequestedTerms,
): Promise<void> {
  const { id: tenantId, landlordId, isActive } = after
  await assertLedgerNotShared(tx, { landlordId, tenantId, isPresent: before.isActive })
  const [opened] = await newTenancyRows(tx, [{ tenantId, terms, isActive }], { landlordId, at })
  const values = opened!
  // A tenancy in which nobody will live charges nothing.
  const startDate = (isActive && values.startDate) || null
  await assertNoOverlap(tx, { ...values, startDate }, leaseFieldNames.startDate)
  const [row] = await tx.insert(tenancy).values(values).returning()
  await tx.insert(member).values({
    landlordId,
    tenancyId: values.id,
    tenantId,
    joinedOn: null,
    leftOn: values.movedOutOn,
    hasLeft: !isActive,
  })
  const [moved] = await tx
    .update(tenant)
    .set({ tenancyId: values.id, isActive })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
    .returning()
  await emit(tx, TenantUpdated, tenantSnapshotOf(moved!, row!))
  if (before.isActive && !isActive) await emit(tx, TenantLeft, tenantSnapshotOf(moved!, row!))
  await finishTenancyChange(tx, row!, { at, by, updated: [] })
}
