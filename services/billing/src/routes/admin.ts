import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import {
  changePlatformSettings,
  platformSettings as readPlatformSettings,
  PlatformSettingsChanged,
} from '@keyhold/contracts/billing/platform-settings'
import { extendTrial, updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { type Subscription } from '@keyhold/contracts/billing/subscriptions'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, Refusal, refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { sql } from 'drizzle-orm'
import type { Desk } from '../domain/apply-answer.ts'
import { findOrStart } from '../domain/find-or-start.ts'
import { endRunning, refuseChanged, runningOf } from '../domain/apply-payment.ts'
import { lookUpSettings, readSettings } from '../domain/settings.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow, toSubscription } from '../domain/subscriptions.ts'
import { platformSettings } from '../schema.ts'

const nil = '00000000-0000-0000-0000-000000000000'
const day = 24 * 60 * 60_000
const lastInstant = '2199-12-31T23:59:59.999Z'

export const adminRoutes = (desk: Desk): Route[] => [
  serve(updateLandlordSubscription, async ({ actor, body, db, call, clock }) => {
    const { userId: landlordId, subscriptionPlan: plan, subscriptionStatus: status, maxProperties } = body
    const known = await findLandlord(() => findOrStart({ db: desk.db, call, clock }, actor, landlordId))
    const trialEndDate = body.trialEndDate === undefined ? known.trialEndDate : trialEnd(body.trialEndDate)
    if (status === 'trial' && trialEndDate === null) refuseTrialEnd('A trial needs an end date')
    // Who keeps the access keeps the payments: only what takes it away is the provider's business.
    const running = status === 'active' ? null : runningOf(desk, known)
    if (running && status === 'trial')
      refuse('illegal-transition', 'This landlord pays for a subscription. Cancel it first, then start a trial.')
    // Access that is taken away must not be charged for.
    if (running) await endRunning(desk, running)
    return db.transaction(serviceActor('billing', landlordId), async (tx) => {
      const row = await lockSubscription(tx, landlordId)
      if (status !== 'active' && runningOf(desk, row)) refuseChanged()
      const next = await changeSubscription(tx, row, { plan, status, maxProperties, trialEndDate }, clock)
      return record(tx, actor, 'subscription_updated', row, next, clock.now())
    })
  }),

  serve(extendTrial, async ({ actor, body: { userId: landlordId, days }, db, call, clock }) => {
    await findLandlord(() => findOrStart({ db: desk.db, call, clock }, actor, landlordId))
    return db.transaction(serviceActor('billing', landlordId), async (tx) => {
      const now = clock.now()
      const row = await lockSubscription(tx, landlordId)
      if (row.status === 'active')
        refuse('illegal-transition', 'This landlord has an active subscription: there is no trial to extend.')
      const from = Math.max(now.getTime(), row.trialEndDate === null ? 0 : new Date(row.trialEndDate).getTime())
      const trialEndDate = trialEnd(new Date(from + days * day).toISOString())
      const next = await changeSubscription(tx, row, { status: 'trial', trialEndDate }, clock)
      return record(tx, actor, 'trial_extended', row, next, now, { days })
    })
  }),

  serve(readPlatformSettings, ({ actor, db }) => lookUpSettings(db, actor)),

  serve(changePlatformSettings, ({ actor, body, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const at = clock.now().toISOString()
      // One after the other: each leaves alone what it does not carry.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('keyhold platform settings', 0))`)
      const before = await readSettings(tx)
      const after = {
        trialDays: body.trialDays ?? before.trialDays,
        defaultMaxProperties: body.defaultMaxProperties ?? before.defaultMaxProperties,
      }
      if (before.trialDays === after.trialDays && before.defaultMaxProperties === after.defaultMaxProperties)
        return before
      const values = { ...after, updatedAt: at }
      await tx
        .insert(platformSettings)
        .values(values)
        .onConflictDoUpdate({ target: platformSettings.only, set: values })
      await emit(tx, PlatformSettingsChanged, { ...after, settingsId: nil })
      await emit(tx, AdminActed, {
        adminId: actor.userId,
        landlordId: null,
        action: 'settings_changed',
        targetUserId: null,
        details: { before, after },
        at,
      })
      return after
    }),
  ),
]

/** Landlords have had a trial, administrators never. */
async function findLandlord(find: () => Promise<SubscriptionRow>): Promise<SubscriptionRow> {
  const row = await find().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return null
    throw error
  })
  return row?.trialStartDate ? row : notFound('Landlord')
}

function trialEnd(instant: string | null): string | null {
  if (instant !== null && (instant < '2000' || instant > lastInstant || instant.startsWith('+')))
    return refuseTrialEnd('Enter an end of the trial between 2000 and 2199')
  return instant
}

function refuseTrialEnd(message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'trialEndDate', message }] })
}

/** Tells the activity log what an administrator changed; answers how it reads now. */
async function record(
  tx: Tx,
  { userId: adminId }: LandlordActor,
  action: string,
  before: SubscriptionRow,
  after: SubscriptionRow,
  now: Date,
  more: Record<string, unknown> = {},
): Promise<Subscription> {
  const { landlordId } = after
  const read = toSubscription(after, now)
  const shown = ({ plan, status, maxProperties, trialEndDate }: Subscription) => ({
    plan,
    status,
    maxProperties,
    trialEndDate,
  })
  await emit(tx, AdminActed, {
    adminId,
    landlordId,
    action,
    targetUserId: landlordId,
    details: { ...more, before: shown(toSubscription(before, now)), after: shown(read) },
    at: now.toISOString(),
  })
  return read
}
