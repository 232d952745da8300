import { defaultMaxProperties, trialDays } from '@keyhold/contracts/billing/plans'
import { type PlatformSettings } from '@keyhold/contracts/billing/platform-settings'
import type { Tx } from '@keyhold/kit/database/database'
import { platformSettings } from '../../schema/admin.ts'

/** What a new landlord is given, as billing last said; the constants until it does. */
export async function currentSettings(tx: Tx): Promise<PlatformSettings> {
  const [kept] = await tx.select().from(platformSettings)
  return kept ?? { trialDays, defaultMaxProperties }
}

export async function keepSettings(
  tx: Tx,
  { trialDays: days, defaultMaxProperties: limit }: PlatformSettings,
  now: Date,
): Promise<void> {
  const values = { trialDays: days, defaultMaxProperties: limit, updatedAt: now.toISOString() }
  await tx.insert(platformSettings).values(values).onConflictDoUpdate({ target: platformSettings.only, set: values })
}
