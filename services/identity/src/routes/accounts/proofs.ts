import { randomInt } from 'node:crypto'
import { confirmPhone, getProofs, proveEmail, provePhone, type Proofs } from '@keyhold/contracts/identity/accounts'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { linkBase } from '@keyhold/kit/http/link-base'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, gt } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { askMailbox } from '../../domain/accounts/mailbox-links.ts'
import { asksEmailProof, asksPhoneProof } from '../../domain/accounts/proof-settings.ts'
import { announceUser, type UserRow } from '../../domain/accounts/users.ts'
import { hashOf } from '../../domain/sessions/secrets.ts'
import { phoneCodeGuesses, phoneCodeMinutes, phoneCodesPerHour } from '../../limits.ts'
import { phoneCodes } from '../../schema/links.ts'
import { users } from '../../schema/users.ts'

type State = z.output<typeof Proofs>

/** What a landlord proves before anything is sent for them. */
export const proofRoutes = (config: Config) => {
  const isLocal = config.DEV_OUTBOX === 'on' && !config.SMTP_URL && !config.TWILIO_ACCOUNT_SID
  const stateOf = ({ emailProof, phoneProvedAt }: UserRow): State => ({
    email: emailProof === 'mailbox' ? 'proved' : asksEmailProof(config) ? 'needed' : 'not_needed',
    phone: phoneProvedAt !== null ? 'proved' : asksPhoneProof(config) ? 'needed' : 'not_needed',
    isLocal,
  })

  return [
    serve(getProofs, ({ actor, db }) => db.transaction(actor, async (tx) => stateOf(await lockOwn(tx, actor.userId)))),

    serve(proveEmail, ({ actor, request, db, clock }) =>
      db.transaction(actor, async (tx) => {
        const user = await lockOwn(tx, actor.userId)
        if (user.emailProof !== 'mailbox')
          await askMailbox(tx, { user, linkBase: linkBase(config.PUBLIC_URL, request) }, clock.now())
        return stateOf(user)
      }),
    ),

    serve(provePhone, async ({ actor, db, clock, call }) => {
      const now = clock.now()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const { user, codeId } = await db.adminTransaction('a code for a phone number', async (tx) => {
        const own = await lockOwn(tx, actor.userId)
        if (own.phone === null) refuse('invalid-input', 'Your account has no phone number.')
        return { user: own, codeId: await storeCode(tx, own, code, now) }
      })
      const { status, reason } = await call(deliver, serviceActor('identity', null), {
        body: {
          key: `phone-code:${codeId}`,
          landlordId: null,
          channel: 'sms',
          to: user.phone!,
          body: `${code} is your Keyhold code. It works for ${phoneCodeMinutes} minutes. If you did not ask for it, ignore this text.`,
        },
        timeoutMs: 12_000,
      })
      if (status === 'failed') refuse('unavailable', `The text could not be sent. ${reason ?? ''}`.trim())
      return stateOf(user)
    }),

    serve(confirmPhone, async ({ actor, body, db, clock }) => {
      const now = clock.now()
      const proved = await db.transaction(actor, async (tx) => {
        const user = await lockOwn(tx, actor.userId)
        if (!(await useCode(tx, user, body.code, now))) return undefined
        const [row] = await tx
          .update(users)
          .set({ phoneProvedAt: now.toISOString() })
          .where(eq(users.id, user.id))
          .returning()
        await announceUser(tx, row!)
        return row!
      })
      // Only here: a refusal inside the transaction would roll back the counted guess.
      return proved ? stateOf(proved) : refuseField('code', 'This code is wrong or has expired')
    }),
  ]
}

async function lockOwn(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
    .for('update')
  return row ?? refuse('unauthorized', 'Please sign in to continue.')
}

async function storeCode(tx: Tx, { id: userId, phone }: UserRow, code: string, now: Date): Promise<string> {
  const hourAgo = new Date(now.getTime() - 60 * 60_000).toISOString()
  if (
    (await tx.$count(phoneCodes, and(eq(phoneCodes.userId, userId), gt(phoneCodes.createdAt, hourAgo)))) >=
    phoneCodesPerHour
  )
    refuse('too-many-requests', 'Several codes were sent already. Please try again later.', { retryAfter: 3600 })
  const expiresAt = new Date(now.getTime() + phoneCodeMinutes * 60_000).toISOString()
  const [row] = await tx
    .insert(phoneCodes)
    .values({ userId, phone: phone!, codeHash: hashOf(`${userId} ${code}`), expiresAt, createdAt: now.toISOString() })
    .returning({ id: phoneCodes.id })
  return row!.id
}

/** Whether this is a code for the account's present number. A wrong one counts against all that are open. */
async function useCode(tx: Tx, { id: userId, phone }: UserRow, code: string, now: Date): Promise<boolean> {
  const open = await tx
    .select()
    .from(phoneCodes)
    .where(and(eq(phoneCodes.userId, userId), gt(phoneCodes.expiresAt, now.toISOString())))
    .for('update')
  const usable = open.filter((one) => one.guesses < phoneCodeGuesses && one.phone === phone)
  if (usable.some(({ codeHash }) => codeHash === hashOf(`${userId} ${code}`))) {
    await tx.delete(phoneCodes).where(eq(phoneCodes.userId, userId))
    return true
  }
  for (const { id, guesses } of usable)
    await tx
      .update(phoneCodes)
      .set({ guesses: guesses + 1 })
      .where(eq(phoneCodes.id, id))
  return false
}
