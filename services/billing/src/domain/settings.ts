import { defaultMaxProperties, type PlatformSettings, trialDays } from '@keyhold/contracts/billing'
import type { Tx } from '@keyhold/kit/db'
import { platformSettings } from '../schema.ts'

/** What new landlords are given: as set by an administrator, or the constants. */
export async function readSettings(tx: Tx): Promise<PlatformSettings> {
  const [row] = await tx.select().from(platformSettings)
  return row ? { trialDays: row.trialDays, defaultMaxProperties: row.defaultMaxProperties } : { trialDays, defaultMaxProperties }
}
