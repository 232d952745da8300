import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import {
  InvitationAccepted,
  invalidInvitation,
  lookUpInvitation,
  type RegistrationForm,
  registerTenant,
} from '@keyhold/contracts/tenancy/invitations'
import type { z } from '@keyhold/contracts/zod'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { changesOf, invitedTenantAuthor, recordChanges } from '../../domain/history/history.ts'
import { trackedTenant } from '../../domain/history/tracked-fields.ts'
import { hashToken, statusOf } from '../../domain/invitations/invitations.ts'
import {
  claimantId,
  claimInvitation,
  lockInvitationByToken,
  releaseClaim,
} from '../../domain/invitations/registration-claims.ts'
import { mapEmailConflict } from '../../domain/tenant-emails.ts'
import { addTenant } from '../../domain/tenants/add-tenant.ts'
import { changeHome } from '../../domain/tenants/change-home.ts'
import { lockTenant } from '../../domain/tenants/lock-tenant.ts'
import { tenantRecordOf } from '../../domain/tenants/tenants.ts'
import { landlordNameOf } from '../../projections/landlord-names.ts'
import { stillAvailable } from '../../projections/properties.ts'
import { invitation, type InvitationRow } from '../../schema/invitations.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'

export const registrationRoutes = () => [
  serve(lookUpInvitation, async ({ params, ...tools }) => {
    const row = await findInvitation(tools.db, params.token, tools.clock.now())
    const { email, message, firstName, lastName, phone, expiresAt } = row
    return {
      email,
      message,
      firstName,
      lastName,
      phone,
      expiresAt,
      landlordName: await landlordNameOf(row.landlordId, tools),
    }
  }),

  serve(registerTenant, async ({ body: { token, password, ...person }, db, call, clock, request }) => {
    const now = clock.now()
    const link = { token, claimant: claimantId(request.header('idempotency-key')) }
    // Everything that can refuse the registration does so before the login exists. The claim holds until the end.
    const { id, landlordId } =
      password === undefined
        ? await findInvitation(db, token, now)
        : await createLogin({ db, call, now }, link, { ...person, password })
    return mapEmailConflict(
      db.transaction(serviceActor('tenancy', landlordId), async (tx) => {
        const invited = await lockInvitationByToken(tx, link, now)
        const { tenantId, email } = invited
        await tx
          .update(invitation)
          .set({ status: 'accepted', claimedBy: null, updatedAt: now.toISOString() })
          .where(eq(invitation.id, id))
        const row = await completeTenant(
          tx,
          invited,
          { ...filledFields(person), ...(password === undefined ? {} : { registeredWithLogin: true }) },
          now,
        )
        await emit(tx, InvitationAccepted, {
          invitationId: id,
          landlordId,
          tenantId,
          firstName: row.firstName,
          lastName: row.lastName,
          email: row.email,
        })
        return { tenantId, email, canSignIn: row.registeredWithLogin }
      }),
    ).catch(async (error: unknown) => {
      await release(db, { id, claimant: link.claimant, isCertain: false }).catch(() => {})
      throw error
    })
  }),
]

interface Login extends Pick<z.output<typeof RegistrationForm>, 'firstName' | 'lastName' | 'phone'> {
  password: string
}

/** Claims the invitation and creates the login. If this is interrupted, the link works again, and repeating the call returns the same login. */
async function createLogin(
  { db, call, now }: Pick<Tools, 'db' | 'call'> & { now: Date },
  link: { token: string; claimant: string },
  { firstName, lastName, phone, password }: Login,
): Promise<{ id: string; landlordId: string }> {
  // An admin transaction: the person with the link is not signed in, and the Idempotency-Key belongs to the transaction after this one.
  const { id, landlordId, tenantId, email, formerTenantIds, ...invited } = await db.adminTransaction(
    'a registration claims an invitation by its token',
    (tx) => claimInvitation(tx, link, now),
  )
  try {
    await call(createTenantLogin, serviceActor('tenancy', landlordId), {
      body: {
        landlordId,
        tenantId,
        email,
        password,
        firstName,
        lastName,
        phone: phone ?? invited.phone,
        formerTenantIds,
      },
      timeoutMs: 10_000,
    })
  } catch (error) {
    const isCertain = error instanceof Refusal && error.code !== 'unavailable'
    await release(db, { id, claimant: link.claimant, isCertain })
    throw error
  }
  return { id, landlordId }
}

const release = (db: Database, which: Parameters<typeof releaseClaim>[1]) =>
  db.adminTransaction('a failed registration releases its claim', (tx) => releaseClaim(tx, which))

/** The person with the link is not signed in: the invitation is found by its hash among those of all landlords. @throws Refusal 404, the same for every reason */
async function findInvitation(db: Database, token: string, now: Date): Promise<InvitationRow> {
  const [row] = await db.adminTransaction('an invitation is looked up by its token', (tx) =>
    tx
      .select()
      .from(invitation)
      .where(eq(invitation.tokenHash, hashToken(token))),
  )
  if (!row || statusOf(row, now) !== 'pending') refuse('invitation-invalid', invalidInvitation)
  return row
}

type Person = Omit<z.output<typeof RegistrationForm>, 'token' | 'password'> & { registeredWithLogin?: boolean }

/** Fields left empty on the form keep what the landlord entered. */
function filledFields({ firstName, lastName, ...rest }: Person): Person {
  return {
    firstName,
    lastName,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)),
  }
}

/** Completes the landlord's record of the person, or creates it with the id that the invitation reserved. */
async function completeTenant(tx: Tx, invited: InvitationRow, person: Person, now: Date): Promise<TenantRow> {
  const { landlordId, tenantId } = invited
  const at = now.toISOString()
  const propertyId = await stillAvailable(tx, invited)
  const which = { id: tenantId, landlordId }
  const [existing] = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  if (!existing) {
    const { registeredWithLogin = false, ...fields } = person
    const form = { phone: invited.phone, ...fields, email: invited.email, propertyId }
    const reserved = new Map([[invited.email, tenantId]])
    return addTenant(tx, {
      landlordId,
      form,
      reserved,
      registeredWithLogin,
      what: 'registered',
      at,
      by: invitedTenantAuthor,
    })
  }
  const { before, group } = await lockTenant(tx, which)
  const recordBefore = await tenantRecordOf(tx, which)
  const [after] = await tx
    .update(tenant)
    .set({ ...person, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
    .returning()
  // A home that the landlord has assigned since takes precedence over the invitation's.
  const requested = recordBefore.propertyId === null && propertyId !== null ? { propertyId } : {}
  await changeHome(tx, { before, after: after!, group, requested, at, by: invitedTenantAuthor })
  const changes = changesOf(trackedTenant(recordBefore), trackedTenant(await tenantRecordOf(tx, which)))
  await recordChanges(tx, [{ landlordId, tenantId, what: 'registered', changes }], { at, by: invitedTenantAuthor })
  return after!
}
