import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { updateTenant } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { tenant, type TenantRecord, type TenantRow, type WhichTenant } from '../../schema/tenants.ts'
import { type ChangeAuthor, changesOf, recordChanges } from '../history/history.ts'
import { trackedCoTenants, trackedTenant } from '../history/tracked-fields.ts'
import { assertEmailNotClaimed } from '../invitations/registration-claims.ts'
import type { LedgerBalance } from '../tenancies/ledger-balances.ts'
import { partsOfForm } from '../tenancies/requested-terms.ts'
import { lockEmail } from '../tenant-emails.ts'
import { becomeCoTenant, isPresentMember } from './become-co-tenant.ts'
import { changeHome } from './change-home.ts'
import { lockTenant } from './lock-tenant.ts'
import { tenantRecordOf } from './tenants.ts'

interface ChangeTenant {
  /** The body of `PUT /api/tenants/:id`. Its property and unit have been checked (`checkHome`). */
  form: BodyOf<typeof updateTenant>
  /** The e-mail address that the record had when it was read, before the lock. */
  currentEmail: string
  /** Balances of the ledgers that the tenant can see now, where the form names a tenancy to join. */
  ledgers: readonly LedgerBalance[]
  now: Date
  by: ChangeAuthor
}

/** Changes a tenant's record and tenancy, and records the change in the history. To be called within `mapEmailConflict`. @throws Refusal 400, 404, 409 */
export async function changeTenant(
  tx: Tx,
  which: WhichTenant,
  { form, currentEmail, ledgers, now, by }: ChangeTenant,
): Promise<TenantRecord> {
  const at = now.toISOString()
  const { landlordId, id: tenantId } = which
  await lockEmail(tx, landlordId, form.email ?? currentEmail)
  const { before, group, joining } = await lockTenant(tx, which, form.tenancyId ?? null)
  const { terms, person, tenancyId = null, joinedOn: movedInOn } = partsOfForm(form, group?.tenancy.billing)
  const recordBefore = await tenantRecordOf(tx, which)
  await assertEmailAvailable(tx, before, form, now)
  const [updated] = await tx
    .update(tenant)
    .set({ ...person, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
    .returning()
  const after = updated!
  const isJoining = tenancyId !== null && !(group?.tenancy.id === tenancyId && isPresentMember(group, tenantId))
  if (isJoining) await becomeCoTenant(tx, { after, group, joining, ledgers, movedInOn, at, by })
  const requested = tenancyId === null ? terms : {}
  const { isMovedInAgain } = isJoining
    ? { isMovedInAgain: false }
    : await changeHome(tx, { before, after, group, requested, at, by })
  const record = await tenantRecordOf(tx, which)
  const changes = changesOf(trackedTenant(recordBefore), trackedTenant(record))
  if (isJoining) changes.push(...changesOf(trackedCoTenants(recordBefore), trackedCoTenants(record)))
  const what = isJoining ? 'joined' : isMovedInAgain ? 'moved_in' : kindOfChange(before, after)
  if (changes.length > 0) await recordChanges(tx, [{ landlordId, tenantId, what, changes }], { at, by })
  return record
}

const kindOfChange = (before: TenantRow, after: TenantRow) =>
  before.isActive && !after.isActive ? 'moved_out' : 'changed'

/** Only where the record becomes active or its address changes: an unchanged one keeps its address. */
async function assertEmailAvailable(tx: Tx, before: TenantRow, form: ChangeTenant['form'], now: Date): Promise<void> {
  const { email = before.email, isActive = before.isActive } = form
  const isNew = isActive && (!before.isActive || email !== before.email)
  if (isNew) await assertEmailNotClaimed(tx, { landlordId: before.landlordId, email, tenantId: before.id }, now)
}
