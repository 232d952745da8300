import { defaultMaxProperties, trialDays } from '@keyhold/contracts/billing/plans'
import { type PlatformSettings } from '@keyhold/contracts/billing/platform-settings'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { platformSettings } from '../schema.ts'

const defaults: PlatformSettings = { trialDays, defaultMaxProperties }

/** What new landlords start with: as an administrator set it, or the defaults. */
export async function readSettings(tx: Tx): Promise<PlatformSettings> {
  const [row] = await tx.select().from(platformSettings)
  return row ? { trialDays: row.trialDays, defaultMaxProperties: row.defaultMaxProperties } : defaults
}

/** As `readSettings`, outside a transaction. */
export async function lookUpSettings(db: Database, actor: Actor): Promise<PlatformSettings> {
  const [row] = await db.read(
    actor,
    (sql) => sql<PlatformSettings[]>`select trial_days, default_max_properties from platform_settings`,
  )
  return row ?? defaults
}
