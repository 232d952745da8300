import {
  changePlatformSettings,
  platformSettings as readPlatformSettings,
  PlatformSettingsChanged,
} from '@keyhold/contracts/billing/platform-settings'
import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import { sql } from 'drizzle-orm'
import { lookUpSettings, readSettings } from '../domain/settings.ts'
import { platformSettings } from '../schema.ts'

const nilId = '00000000-0000-0000-0000-000000000000'

export const platformSettingsRoutes: Route[] = [
  serve(readPlatformSettings, ({ actor, db }) => lookUpSettings(db, actor)),

  serve(changePlatformSettings, ({ actor, body, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const at = clock.now().toISOString()
      // One change at a time, since each one keeps the field that it does not set.
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
      await emit(tx, PlatformSettingsChanged, { ...after, settingsId: nilId })
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
