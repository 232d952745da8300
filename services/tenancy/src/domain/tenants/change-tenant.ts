import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { updateTenant } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { tenant } from '../../schema/tenants.ts'
import { becomeCoTenant, isMember } from './become-co-tenant.ts'
import { assertEmailNotClaimed } from '../invitations/registration-claims.ts'
import { trackedCoTenants, trackedTenant } from '../history/tracked-fields.ts'
import { type ChangeAuthor, changesOf, recordChanges } from '../history/history.ts'
import { type LockedTenant, lockTenant } from './lock-tenant.ts'
import type { LedgerBalance } from '../tenancies/ledger-balances.ts'
import { changeHome } from './change-home.ts'
import { lockEmail, tenantRecordOf, type TenantRecord, type TenantRow, type WhichTenant } from './tenants.ts'

interface Changing {
  /** As `PUT /api/tenants/:id` takes it. Its property and unit were seen to be the landlord's (`checkPlace`). */
  form: BodyOf<typeof updateTenant>
  /** The e-mail address that the record had when the form was read. */
  knownEmail: string
  /** What stands on the ledgers that they may look into now, where they are to join a tenancy. */
  ledgers: readonly LedgerBalance[]
  now: Date
  by: ChangeAuthor
}

/** Changes a tenant's record, lets the tenancy follow, and notes both. To be called within `inWords`. @throws Refusal 400, 404, 409 */
export async function changeTenant(
  tx: Tx,
  which: WhichTenant,
  { form, knownEmail, ledgers, now, by }: Changing,
): Promise<TenantRecord> {
  const at = now.toISOString()
  const { landlordId, id: tenantId } = which
  const {
    tenancyId = null,
    propertyId,
    unitId,
    leaseStartDate,
    leaseEndDate,
    monthlyRent,
    securityDeposit,
    ...person
  } = form
  await lockEmail(tx, landlordId, form.email ?? knownEmail)
  const home = await lockTenant(tx, which, tenancyId)
  const { before, group } = home
  const was = await tenantRecordOf(tx, which)
  await judgeAddress(tx, before, form, now)
  const [after] = await tx
    .update(tenant)
    .set({ ...person, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
    .returning()
  const change = { before, after: after!, group, at, by }
  const terms = { propertyId, unitId, startDate: leaseStartDate, endDate: leaseEndDate, monthlyRent, securityDeposit }
  const joins = tenancyId !== null && !isMember({ group, tenantId, tenancyId })
  const what = joins
    ? await join(tx, { ...home, after: after!, ledgers, at })
    : await settleIn(tx, { ...change, asked: tenancyId === null ? terms : {} })
  const record = await tenantRecordOf(tx, which)
  const changes = changesOf(trackedTenant(was), trackedTenant(record))
  if (joins) changes.push(...changesOf(trackedCoTenants(was), trackedCoTenants(record)))
  if (changes.length > 0) await recordChanges(tx, [{ landlordId, tenantId, what, changes }], { at, by })
  return record
}

async function judgeAddress(tx: Tx, before: TenantRow, form: Changing['form'], now: Date): Promise<void> {
  const { email = before.email, isActive = before.isActive } = form
  const isNew = isActive && (!before.isActive || email !== before.email)
  if (isNew) await assertEmailNotClaimed(tx, { landlordId: before.landlordId, email, tenantId: before.id }, now)
}

async function join(
  tx: Tx,
  joining: Omit<LockedTenant, 'before'> & { after: TenantRow; ledgers: readonly LedgerBalance[]; at: string },
): Promise<'joined'> {
  await becomeCoTenant(tx, joining)
  return 'joined'
}

async function settleIn(
  tx: Tx,
  change: Parameters<typeof changeHome>[1],
): Promise<'moved_in' | 'moved_out' | 'changed'> {
  const { isMovedInAgain } = await changeHome(tx, change)
  if (isMovedInAgain) return 'moved_in'
  return change.before.isActive && !change.after.isActive ? 'moved_out' : 'changed'
}
