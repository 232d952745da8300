import {
  type AlertPreferences,
  getAlertPreferences,
  saveAlertPreferences,
} from '@keyhold/contracts/messaging/alert-preferences'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { messaging } from '../domain/acting.ts'
import { defaultPreference } from '../domain/alerts.ts'
import { hasOptedOut } from '../domain/opt-outs.ts'
import { toE164 } from '../domain/phone-numbers.ts'
import { findRecipient } from '../projections/recipients.ts'
import { alertPreference } from '../schema/recipients.ts'

type Chosen = Pick<typeof alertPreference.$inferSelect, 'emergencyEmail' | 'emergencySms' | 'phone'>

const findChosen = async (actor: LandlordActor, { db }: Pick<Tools, 'db'>): Promise<Chosen> => {
  const [row] = await db.read(
    actor,
    (sql) =>
      sql<
        Chosen[]
      >`select emergency_email, emergency_sms, phone from alert_preference where landlord_id = ${actor.landlordId}`,
  )
  return row ?? defaultPreference
}

/** Preferences as they take effect: no texts without a number. */
async function preferencesOf(
  actor: LandlordActor,
  { emergencyEmail, emergencySms, phone: given }: Chosen,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<z.output<typeof AlertPreferences>> {
  const account = await findRecipient(actor.landlordId, 'phone', tools)
  const phone = given ?? account.phone
  const number = phone === null ? null : toE164(phone)
  const optedOut = number !== null && (await tools.db.transaction(messaging, (tx) => hasOptedOut(tx, number)))
  return {
    emergencyEmail,
    emergencySms: emergencySms && phone !== null,
    email: account.email,
    phone,
    hasOptedOut: optedOut,
  }
}

const refusePhone = (message: string): never => {
  throw new Refusal('invalid-input', message, { issues: [{ path: 'phone', message }] })
}

export const alertPreferenceRoutes = [
  serve(getAlertPreferences, async ({ actor, ...tools }) =>
    preferencesOf(actor, await findChosen(actor, tools), tools),
  ),

  serve(saveAlertPreferences, async ({ actor, body, clock, ...tools }) => {
    const { landlordId } = actor
    if (body.phone && toE164(body.phone) === null) refusePhone('This phone number cannot receive texts.')
    const before = await findChosen(actor, tools)
    const after: Chosen = {
      emergencyEmail: body.emergencyEmail ?? before.emergencyEmail,
      emergencySms: body.emergencySms ?? before.emergencySms,
      phone: body.phone === undefined ? before.phone : body.phone,
    }
    const preferences = await preferencesOf(actor, after, { ...tools, clock })
    if (body.emergencySms && preferences.phone === null) refusePhone('Enter a phone number to get texts.')
    const row = { ...after, updatedAt: clock.now().toISOString() }
    await tools.db.transaction(actor, (tx) =>
      tx
        .insert(alertPreference)
        .values({ landlordId, ...row })
        .onConflictDoUpdate({ target: alertPreference.landlordId, set: row }),
    )
    return preferences
  }),
]
