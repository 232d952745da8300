import { defaultMaxProperties, trialDays } from '@keyhold/contracts/billing/plans'
import { type PlatformSettings } from '@keyhold/contracts/billing/platform-settings'
import type { Tx } from '@keyhold/kit/database/database'
import { defineProjection } from '@keyhold/kit/messaging/projection'
import { platformSettings } from '../schema/admin.ts'

/** The one row of the platform's settings. */
export const platformSettingsProjection = defineProjection({
  table: platformSettings,
  row: (settings: PlatformSettings, asOf) => ({
    only: true,
    trialDays: settings.trialDays,
    defaultMaxProperties: settings.defaultMaxProperties,
    updatedAt: asOf,
  }),
})

/** What a new landlord is given; the defaults until billing publishes something else. */
export async function currentSettings(tx: Tx): Promise<PlatformSettings> {
  const [stored] = await tx.select().from(platformSettings)
  return stored ?? { trialDays, defaultMaxProperties }
}
