import type { RegistrationForm } from '@keyhold/contracts/tenancy/invitations'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import type { InvitationRow } from '../../schema/invitations.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import { type ChangeAuthor, changesOf, invitedTenantAuthor, recordChanges } from '../history/history.ts'
import { trackedCoTenants, trackedTenant } from '../history/tracked-fields.ts'
import type { LedgerBalance } from '../tenancies/ledger-balances.ts'
import { addTenant } from '../tenants/add-tenant.ts'
import { becomeCoTenant } from '../tenants/become-co-tenant.ts'
import { changeHome } from '../tenants/change-home.ts'
import { type LockedTenant, lockTenant } from '../tenants/lock-tenant.ts'
import { tenantRecordOf } from '../tenants/tenants.ts'
import { homeAtRegistration } from './invited-home.ts'

export type RegisteredPerson = Omit<z.output<typeof RegistrationForm>, 'token' | 'password'> & {
  registeredWithLogin?: boolean
}

interface Registration {
  invited: InvitationRow
  person: RegisteredPerson
  /** Balances of the ledger that an existing tenant leaves to join others, fetched before the transaction. */
  ledgers: readonly LedgerBalance[]
  at: string
}

interface Completed {
  row: TenantRow
  /** They could not be given the home of the invitation. */
  isHomeMissed: boolean
}

/**
 * Completes the landlord's record of the person, or creates it with the id that the invitation reserved. Where what the landlord chose for the
 * home cannot be done any more, the tenant has no home until the landlord gives them one.
 */
export async function completeTenant(tx: Tx, registration: Registration): Promise<Completed> {
  const { landlordId, tenantId } = registration.invited
  const [existing] = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  return existing ? completeExisting(tx, registration) : createInvited(tx, registration)
}

async function createInvited(tx: Tx, { invited, person, at }: Registration): Promise<Completed> {
  const { landlordId, tenantId, email, phone, tenancyId } = invited
  const { registeredWithLogin = false, ...fields } = person
  const reserved = new Map([[email, tenantId]])
  const add = (inner: Tx, home: object) =>
    addTenant(inner, {
      landlordId,
      form: { phone, ...fields, email, ...home },
      reserved,
      registeredWithLogin,
      what: 'registered',
      at,
      by: invitedTenantAuthor,
    })
  const home = tenancyId === null ? await homeAtRegistration(tx, invited, at) : { tenancyId }
  const row = home && (await orNullIfRefused(tx.transaction((inner) => add(inner, home))))
  return row ? { row, isHomeMissed: false } : { row: await add(tx, {}), isHomeMissed: hasInvitedHome(invited) }
}

async function completeExisting(tx: Tx, { invited, person, ledgers, at }: Registration): Promise<Completed> {
  const { landlordId, tenantId } = invited
  const which = { id: tenantId, landlordId }
  const locked = await lockTenant(tx, which, invited.tenancyId)
  const recordBefore = await tenantRecordOf(tx, which)
  const [after] = await tx
    .update(tenant)
    .set({ ...person, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
    .returning()
  const moving = { ...locked, after: after!, invited, ledgers, at, by: invitedTenantAuthor }
  // A home that the landlord has assigned since takes precedence over the invitation's.
  const isHoused = recordBefore.propertyId !== null
  const hasMovedIn = !isHoused && (await orNullIfRefused(tx.transaction((inner) => moveIn(inner, moving)))) === true
  if (!hasMovedIn) await changeHome(tx, { ...moving, requested: {} })
  const record = await tenantRecordOf(tx, which)
  const changes = [
    ...changesOf(trackedTenant(recordBefore), trackedTenant(record)),
    ...changesOf(trackedCoTenants(recordBefore), trackedCoTenants(record)),
  ]
  await recordChanges(tx, [{ landlordId, tenantId, what: 'registered', changes }], { at, by: invitedTenantAuthor })
  return { row: after!, isHomeMissed: !isHoused && !hasMovedIn && hasInvitedHome(invited) }
}

interface Moving extends LockedTenant, Pick<Registration, 'invited' | 'ledgers' | 'at'> {
  after: TenantRow
  by: ChangeAuthor
}

/** Gives an existing tenant the home of the invitation. @returns false where there is none to give. @throws Refusal */
async function moveIn(tx: Tx, { invited, ledgers, ...moving }: Moving): Promise<boolean> {
  if (invited.tenancyId !== null) {
    await becomeCoTenant(tx, { ...moving, ledgers, movedInOn: undefined })
    return true
  }
  const requested = await homeAtRegistration(tx, invited, moving.at)
  if (requested === null) return false
  await changeHome(tx, { ...moving, requested })
  return true
}

const hasInvitedHome = ({ propertyId, tenancyId }: InvitationRow) => propertyId !== null || tenancyId !== null

async function orNullIfRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
