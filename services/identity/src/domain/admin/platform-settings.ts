import { defaultMaxProperties, trialDays } from '@keyhold/contracts/billing/plans'
import { type PlatformSettings } from '@keyhold/contracts/billing/platform-settings'
import type { Tx } from '@keyhold/kit/database/database'
import { platformSettings } from '../../schema/admin.ts'

/** What a new landlord starts with, as of billing's last event, or the defaults. */
export async function currentSettings(tx: Tx): Promise<PlatformSettings> {
  const [row] = await tx.select().from(platformSettings)
  return row ?? { trialDays, defaultMaxProperties }
}

export async function storeSettings(
  tx: Tx,
  { trialDays: days, defaultMaxProperties: limit }: PlatformSettings,
  now: Date,
): Promise<void> {
  const values = { trialDays: days, defaultMaxProperties: limit, updatedAt: now.toISOString() }
  await tx.insert(platformSettings).values(values).onConflictDoUpdate({ target: platformSettings.only, set: values })
}
