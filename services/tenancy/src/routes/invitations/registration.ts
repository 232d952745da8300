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
import { completeTenant, type RegisteredPerson } from '../../domain/invitations/complete-tenant.ts'
import { hashToken, statusOf } from '../../domain/invitations/invitations.ts'
import {
  claimantId,
  claimInvitation,
  lockInvitationByToken,
  releaseClaim,
} from '../../domain/invitations/registration-claims.ts'
import { transactionWithNights } from '../../domain/nights/with-nights.ts'
import { fetchLedgerBalances, type LedgerBalance } from '../../domain/tenancies/ledger-balances.ts'
import { mapEmailConflict } from '../../domain/tenant-emails.ts'
import { landlordNameOf } from '../../projections/landlord-names.ts'
import { invitation, type InvitationRow } from '../../schema/invitations.ts'

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
    const found = await findInvitation(db, token, now)
    const { id, landlordId } = found
    const ledgers = await ledgersToLeave(found, { db, call, clock })
    const isMailed =
      password !== undefined && (await createLogin({ db, call, now }, link, { ...person, password, ip: request.ip }))
    const hasLogin = password !== undefined && !isMailed
    return mapEmailConflict(
      transactionWithNights({ db, call }, serviceActor('tenancy', landlordId), async (tx) => {
        const invited = await lockInvitationByToken(tx, link, now)
        const { tenantId, email } = invited
        await tx
          .update(invitation)
          .set({ status: 'accepted', claimedBy: null, updatedAt: now.toISOString() })
          .where(eq(invitation.id, id))
        const filled = { ...filledFields(person), ...(hasLogin ? { registeredWithLogin: true } : {}) }
        const { row, isHomeMissed } = await completeTenant(tx, {
          invited,
          person: filled,
          ledgers,
          at: now.toISOString(),
        })
        await recordHomeMissed(tx, invited, isHomeMissed)
        await emit(tx, InvitationAccepted, {
          invitationId: id,
          landlordId,
          tenantId,
          firstName: row.firstName,
          lastName: row.lastName,
          email: row.email,
        })
        return { tenantId, email, canSignIn: row.registeredWithLogin, isMailed }
      }),
    ).catch(async (error: unknown) => {
      await release(db, { id, claimant: link.claimant, isCertain: false }).catch(() => {})
      throw error
    })
  }),
]

interface Login extends Pick<z.output<typeof RegistrationForm>, 'firstName' | 'lastName' | 'phone'> {
  password: string
  ip: string
}

/** Claims the invitation and creates the login; true when the owner of the mailbox is asked instead. If this is interrupted, the link works again, and repeating the call returns the same login. */
async function createLogin(
  { db, call, now }: Pick<Tools, 'db' | 'call'> & { now: Date },
  link: { token: string; claimant: string },
  { firstName, lastName, phone, password, ip }: Login,
): Promise<boolean> {
  // An admin transaction: the person with the link is not signed in, and the Idempotency-Key belongs to the transaction after this one.
  const { id, landlordId, tenantId, email, formerTenantIds, ...invited } = await db.adminTransaction(
    'a registration claims an invitation by its token',
    (tx) => claimInvitation(tx, link, now),
  )
  try {
    const { isMailed } = await call(createTenantLogin, serviceActor('tenancy', landlordId), {
      body: {
        landlordId,
        tenantId,
        email,
        password,
        firstName,
        lastName,
        phone: phone ?? invited.phone,
        formerTenantIds,
        invitationId: id,
        ip,
      },
      timeoutMs: 10_000,
    })
    return isMailed
  } catch (error) {
    const isCertain = error instanceof Refusal && error.code !== 'unavailable'
    await release(db, { id, claimant: link.claimant, isCertain })
    throw error
  }
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

/** Fields left empty on the form keep what the landlord entered. */
function filledFields({ firstName, lastName, ...rest }: RegisteredPerson): RegisteredPerson {
  return {
    firstName,
    lastName,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)),
  }
}

/** The ledger of an existing record whose tenant is to join others. */
async function ledgersToLeave(
  { landlordId, tenantId, tenancyId }: InvitationRow,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<LedgerBalance[]> {
  if (tenancyId === null) return []
  const [existing] = await tools.db.read(
    serviceActor('tenancy', landlordId),
    (read) => read`select id from tenant where landlord_id = ${landlordId} and id = ${tenantId}`,
  )
  return existing ? fetchLedgerBalances({ landlordId, accountIds: [tenantId], timeZone: null }, tools) : []
}

/** What an earlier invitation of the same tenant missed does not count any more. */
async function recordHomeMissed(
  tx: Tx,
  { id, landlordId, tenantId }: InvitationRow,
  isHomeMissed: boolean,
): Promise<void> {
  const mine = and(eq(invitation.landlordId, landlordId), eq(invitation.tenantId, tenantId))
  await tx
    .update(invitation)
    .set({ isHomeMissed: false })
    .where(and(mine, eq(invitation.isHomeMissed, true)))
  if (isHomeMissed)
    await tx
      .update(invitation)
      .set({ isHomeMissed })
      .where(and(mine, eq(invitation.id, id)))
}
