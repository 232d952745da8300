import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { Tx } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, inArray } from 'drizzle-orm'
import { tenantImportRow } from '../../schema/imports.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import { noteRows, type Outcome } from './import-outcomes.ts'
import type { ImportRow } from './imports.ts'
import { lockEmails } from '../tenant-emails.ts'
import { unchangedTenants, voidTenant } from '../tenants/void-tenant.ts'

/** Of so many tenants payments tells at once. */
const batch = 50
/** Before any charge. */
const ever = '1900-01-01'

type Which = Pick<ImportRow, 'id' | 'landlordId'>

/** The next tenants to take back, and on whose ledger money stands: payments is asked before the transaction that goes by it. */
export interface Due {
  tenantIds: string[]
  paid: Set<string>
}

/** @throws Refusal `unavailable` while payments does not answer */
export async function findDue({ db, call }: Pick<Tools, 'db' | 'call'>, { id, landlordId }: Which): Promise<Due> {
  const actor = serviceActor('tenancy', landlordId)
  const rows = await db.read(
    actor,
    (read) => read<{ tenantId: string }[]>`
      select made_tenant_id as tenant_id from tenant_import_row
      where landlord_id = ${landlordId} and import_id = ${id} and status = 'imported' order by line limit ${whole(read, batch)}`,
  )
  const tenantIds = rows.map(({ tenantId }) => tenantId)
  if (tenantIds.length === 0) return { tenantIds, paid: new Set() }
  const ledgers = await call(tenantLedgers, actor, { query: { tenantIds: tenantIds.join(','), since: ever } })
  const paid = ledgers.filter(
    ({ awaitingConfirmation, credit, charges }) =>
      awaitingConfirmation > 0 || credit !== 0 || charges.some(({ open, amount }) => open < amount),
  )
  return { tenantIds, paid: new Set(paid.map(({ tenantId }) => tenantId)) }
}

/** Takes them back where nothing has happened to them since; whether there may be more. The caller holds the import. */
export async function takeBackSome(
  tx: Tx,
  imported: ImportRow,
  { tenantIds, paid }: Due,
  at: string,
): Promise<boolean> {
  if (tenantIds.length === 0) return false
  const { landlordId, id, userId } = imported
  const rows = await tx
    .select({ line: tenantImportRow.line, tenantId: tenantImportRow.tenantId })
    .from(tenantImportRow)
    .where(
      and(
        eq(tenantImportRow.landlordId, landlordId),
        eq(tenantImportRow.importId, id),
        eq(tenantImportRow.status, 'imported'),
        inArray(tenantImportRow.tenantId, tenantIds),
      ),
    )
  const people = await lockPeople(tx, landlordId, tenantIds)
  const untouched = await unchangedTenants(tx, landlordId, tenantIds)
  // At once: nobody shares a tenancy with any of them, so no statement waits for another's.
  const outcomes = rows.map(async ({ line, tenantId }): Promise<Outcome> => {
    const person = people.get(tenantId ?? '')
    const why = reasonToKeep(person, { untouched, paid })
    if (person && !why)
      await voidTenant(tx, person, { at, by: { by: 'landlord', userId }, reason: 'The import was undone' })
    return why ? { line, status: 'kept', issues: [{ path: '', message: why }] } : { line, status: 'undone' }
  })
  await noteRows(tx, imported, await Promise.all(outcomes))
  return tenantIds.length === batch
}

function reasonToKeep(
  person: TenantRow | undefined,
  { untouched, paid }: { untouched: Set<string>; paid: Set<string> },
): string | undefined {
  if (!person || person.deletedAt !== null) return 'This tenant was archived since'
  if (paid.has(person.id)) return 'A payment was recorded for this tenant since'
  return untouched.has(person.id) ? undefined : 'This tenant was changed, invited or joined by others since'
}

/** Nobody invites, registers or changes them until this is over: their addresses first and then the records, as everywhere. */
async function lockPeople(tx: Tx, landlordId: string, tenantIds: string[]): Promise<Map<string, TenantRow>> {
  const theirs = and(eq(tenant.landlordId, landlordId), inArray(tenant.id, tenantIds))
  const addresses = await tx.select({ email: tenant.email }).from(tenant).where(theirs)
  await lockEmails(
    tx,
    landlordId,
    addresses.map(({ email }) => email),
  )
  const people = await tx.select().from(tenant).where(theirs).orderBy(tenant.id).for('update')
  return new Map(people.map((one) => [one.id, one]))
}
