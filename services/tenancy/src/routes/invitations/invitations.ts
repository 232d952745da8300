import {
  createInvitation,
  InvitationChanged,
  invitationDays,
  listInvitations,
  type Invitation,
  revokeInvitation,
} from '@keyhold/contracts/tenancy/invitations'
import { pages, withToken } from '@keyhold/contracts/pages'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { linkBase } from '@keyhold/kit/http/link-base'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuseField } from '@keyhold/kit/http/problem'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Tools } from '@keyhold/kit/http/request'
import { and, eq } from 'drizzle-orm'
import { assertBelowDailyLimit } from '../../domain/invitations/daily-limit.ts'
import { deliverInvitation } from '../../domain/invitations/deliver-invitation.ts'
import { invitedHome } from '../../domain/invitations/invited-home.ts'
import { assertTransition, invitationOf, makeToken, statusOf } from '../../domain/invitations/invitations.ts'
import { supersedePending, tenantIdForInvitation } from '../../domain/invitations/prepare-invitation.ts'
import { assertNotClaimed } from '../../domain/invitations/registration-claims.ts'
import { checkHome } from '../../domain/tenancies/homes.ts'
import { lockEmail } from '../../domain/tenant-emails.ts'
import { landlordNameOf } from '../../projections/landlord-names.ts'
import { invitation, type InvitationRow } from '../../schema/invitations.ts'

const create = (publicUrl: string) =>
  serve(createInvitation, async ({ actor, body: { sendSMS, separate, ...form }, request, ...tools }) => {
    const { landlordId } = actor
    if (sendSMS && !form.phone) refuseField('phone', 'Enter a phone number to send a text')
    const now = tools.clock.now()
    const at = now.toISOString()
    const { token, tokenHash } = makeToken()
    const inviteLink = `${linkBase(publicUrl, request)}${withToken(pages.tenantRegister, token)}`
    const [landlordName] = await Promise.all([
      landlordNameOf(landlordId, tools),
      // A co-tenant lives in the home of the tenancy; the form's home is not read.
      form.tenancyId ? null : checkHome(form, actor, tools),
    ])

    const created = await tools.db.transaction(actor, async (tx) => {
      await assertBelowDailyLimit(tx, landlordId, now)
      await lockEmail(tx, landlordId, form.email)
      await supersedePending(tx, { landlordId, email: form.email }, now)
      const tenantId = await tenantIdForInvitation(tx, { landlordId, email: form.email })
      const home = await invitedHome(tx, { ...form, separate, landlordId, tenantId, at })
      const expiresAt = new Date(now.getTime() + invitationDays * dayMs).toISOString()
      const reserved = tenantId === null ? {} : { tenantId }
      const stamps = { expiresAt, createdAt: at, updatedAt: at }
      const [row] = await tx
        .insert(invitation)
        .values({ ...form, ...home, ...reserved, landlordId, sendSms: sendSMS, tokenHash, ...stamps })
        .returning()
      await emit(tx, InvitationChanged, { invitationId: row!.id, landlordId, status: 'pending' })
      return { ...invitationOf(row!, now), inviteLink }
    })

    const { sms, mail } = await deliverInvitation(created, { landlordName, link: inviteLink }, tools)
    const outcome = {
      smsStatus: sms && waitingOr(sms.status),
      smsError: sms?.reason ?? null,
      emailStatus: waitingOr(mail.status),
    }
    // The invitation exists whatever happens to its messages, so a failure here is only logged.
    await recordDelivery(actor, created, outcome, tools).catch((error: unknown) =>
      tools.log.warn({ invitationId: created.id, error }, 'the delivery of an invitation could not be recorded'),
    )
    return {
      ...created,
      smsSent: sms?.status === 'sent',
      emailStatus: waitingOr(mail.status),
      ...(sms ? { smsStatus: waitingOr(sms.status) } : {}),
      ...(sms?.reason ? { smsError: sms.reason } : {}),
    }
  })

const waitingOr = (status: 'sent' | 'failed' | 'held'): 'sent' | 'failed' | 'waiting' =>
  status === 'held' ? 'waiting' : status

const recordDelivery = (
  actor: LandlordActor,
  { id, landlordId, status }: Invitation,
  outcome: Pick<InvitationRow, 'smsStatus' | 'smsError' | 'emailStatus'>,
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
) =>
  db.transaction(actor, async (tx) => {
    await tx
      .update(invitation)
      .set({ ...outcome, updatedAt: clock.now().toISOString() })
      .where(and(eq(invitation.landlordId, landlordId), eq(invitation.id, id)))
    await emit(tx, InvitationChanged, { invitationId: id, landlordId, status })
  })

const list = serve(listInvitations, async ({ actor, query: { limit, cursor, status }, db, clock }) => {
  const { landlordId } = actor
  const now = clock.now().toISOString()
  const after = timeCursor.decode(cursor)
  const [rows, counts] = await db.read(actor, (read) => {
    const current = () =>
      read`case when i.status = 'pending' and i.expires_at <= ${now}::timestamptz then 'expired' else i.status end`
    const matching = () => read`i.landlord_id = ${landlordId} ${status ? read`and ${current()} = ${status}` : read``}`
    return [
      read<Invitation[]>`
        select i.*, ${current()} as status, i.is_separate as separate, i.send_sms as "sendSMS", coalesce(i.sms_status = 'sent', false) as sms_sent from invitation i where ${matching()}
        ${after ? read`and (i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]})` : read``} order by i.created_at desc, i.id desc limit ${whole(read, limit + 1)}`,
      read<{ total: number }[]>`select count(*)::int as total from invitation i where ${matching()}`,
    ] as const
  })
  return pageBy(rows, {
    limit,
    total: counts[0]?.total ?? 0,
    cursorOf: (row) => timeCursor.encode(row.createdAt, row.id),
  })
})

const revoke = serve(revokeInvitation, async ({ actor, params, db, clock }) => {
  const { landlordId } = actor
  const now = clock.now()
  return db.transaction(actor, async (tx) => {
    const mine = and(eq(invitation.landlordId, landlordId), eq(invitation.id, params.id))
    const [row] = await tx.select().from(invitation).where(mine).for('update')
    if (!row) notFound('Invitation')
    // A repeated request changes nothing.
    if (statusOf(row, now) === 'revoked') return invitationOf(row, now)
    assertTransition(row, 'revoked', now)
    assertNotClaimed(row, now)
    const [revoked] = await tx
      .update(invitation)
      .set({ status: 'revoked', updatedAt: now.toISOString() })
      .where(mine)
      .returning()
    await emit(tx, InvitationChanged, { invitationId: row.id, landlordId, status: 'revoked' })
    return invitationOf(revoked!, now)
  })
})

export const invitationRoutes = ({ publicUrl }: { publicUrl: string }) => [create(publicUrl), list, revoke]
