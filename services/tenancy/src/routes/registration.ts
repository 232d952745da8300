import { createTenantLogin } from '@keyhold/contracts/identity'
import {
  InvitationAccepted,
  invalidInvitation,
  lookUpInvitation,
  type RegistrationForm,
  registerTenant,
  TenantCreated,
  TenantUpdated,
} from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import type { Door, Tx } from '@keyhold/kit/db'
import { emit } from '@keyhold/kit/outbox'
import { refuse } from '@keyhold/kit/problem'
import { serve } from '@keyhold/kit/serve'
import { and, eq } from 'drizzle-orm'
import { onBehalfOf } from '../domain/acting.ts'
import { hashToken, type InvitationRow, statusOf } from '../domain/invitations.ts'
import { landlordNameOf } from '../domain/landlord-names.ts'
import { remaining } from '../domain/properties.ts'
import { factsOf, inWords, lockEmail, type TenantRow } from '../domain/tenants.ts'
import { invitation, tenant } from '../schema.ts'

export const registrationRoutes = () => [
  serve(lookUpInvitation, async ({ params, ...tools }) => {
    const row = await findInvitation(tools.db, params.token, tools.clock.now())
    const { email, message, firstName, lastName, phone, expiresAt } = row
    return { email, message, firstName, lastName, phone, expiresAt, landlordName: await landlordNameOf(row.landlordId, tools) }
  }),

  serve(registerTenant, async ({ body: { token, password, ...person }, db, call, clock }) => {
    const now = clock.now()
    const found = await findInvitation(db, token, now)
    const { landlordId, tenantId, email } = found
    const me = onBehalfOf(landlordId)
    // The login comes first: cut short here, the link still works, and asking for the same login again gives the same login.
    if (password !== undefined) {
      const { firstName, lastName, phone } = person
      await call(createTenantLogin, me, {
        body: { landlordId, tenantId, email, password, firstName, lastName, phone: phone ?? found.phone },
        timeoutMs: 10_000,
      })
    }
    return inWords(
      db.as(me, async (tx) => {
        await lockEmail(tx, landlordId, email)
        await burn(tx, found, now)
        const row = await completeTenant(tx, found, { ...given(person), ...(password === undefined ? {} : { registeredWithLogin: true }) }, now)
        await emit(tx, InvitationAccepted, {
          invitationId: found.id,
          landlordId,
          tenantId,
          firstName: row.firstName,
          lastName: row.lastName,
          email: row.email,
        })
        return { tenantId, email, canSignIn: row.registeredWithLogin }
      }),
    )
  }),
]

/** Whoever holds a link is nobody yet: it is found among all landlords' by its hash. @throws Refusal 404, the same for every reason */
async function findInvitation(db: Door, token: string, now: Date): Promise<InvitationRow> {
  const [row] = await db.system('an invitation is looked up by its link', (tx) =>
    tx
      .select()
      .from(invitation)
      .where(eq(invitation.tokenHash, hashToken(token))),
  )
  if (!row || statusOf(row, now) !== 'pending') refuse('invitation-invalid', invalidInvitation)
  return row
}

/** Uses the link up. Of two who do so at once, the second finds it used. */
async function burn(tx: Tx, { id, landlordId }: InvitationRow, now: Date): Promise<void> {
  const mine = and(eq(invitation.landlordId, landlordId), eq(invitation.id, id))
  const [row] = await tx.select().from(invitation).where(mine).for('update')
  if (!row || statusOf(row, now) !== 'pending') refuse('invitation-invalid', invalidInvitation)
  await tx.update(invitation).set({ status: 'accepted', updatedAt: now.toISOString() }).where(mine)
}

type Person = Partial<TenantRow> & Pick<TenantRow, 'firstName' | 'lastName'>

/** Fields left empty on the form don't take away what the landlord filled in. */
function given({ firstName, lastName, ...rest }: Omit<z.output<typeof RegistrationForm>, 'token' | 'password'>): Person {
  return { firstName, lastName, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)) }
}

/** Completes the landlord's record of the person, or makes it under the id that the invitation reserved. */
async function completeTenant(tx: Tx, invited: InvitationRow, person: Person, now: Date): Promise<TenantRow> {
  const { landlordId, tenantId, email, phone } = invited
  const at = now.toISOString()
  const propertyId = await remaining(tx, invited)
  const mine = and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId))
  const [before] = await tx.select().from(tenant).where(mine).for('update')
  if (before?.deletedAt) refuse('invitation-invalid', invalidInvitation)
  if (!before) {
    const [made] = await tx
      .insert(tenant)
      .values({ phone, ...person, id: tenantId, landlordId, email, propertyId, createdAt: at, updatedAt: at })
      .returning()
    await emit(tx, TenantCreated, factsOf(made!))
    return made!
  }
  const [completed] = await tx
    .update(tenant)
    .set({ ...person, propertyId: before.propertyId ?? propertyId, updatedAt: at })
    .where(mine)
    .returning()
  await emit(tx, TenantUpdated, factsOf(completed!))
  return completed!
}
