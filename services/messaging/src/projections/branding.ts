import { type BrandingChanged, landlordBranding } from '@keyhold/contracts/identity/branding'
import type { z } from '@keyhold/contracts/zod'
import type { Tools } from '@keyhold/kit/http/request'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { branding } from '../schema/branding.ts'

type Snapshot = z.output<(typeof BrandingChanged)['data']>

export const brandings = defineProjection({
  table: branding,
  row: ({ landlordId, name, host }: Pick<Snapshot, 'landlordId' | 'name' | 'host'>) => ({ landlordId, name, host }),
})

/** What a landlord's messages to others have in place of Keyhold's. */
export interface Brand {
  name: string | null
  host: string | null
}

export const noBrand: Brand = { name: null, host: null }

/** May ask identity: never inside a transaction. Without an answer a message goes out in Keyhold's look, and not later. */
export async function brandOf(landlordId: string, tools: Pick<Tools, 'db' | 'call' | 'clock'>): Promise<Brand> {
  const actor = serviceActor('messaging', landlordId)
  const found = await findOrAsk(brandings, tools, {
    actor,
    find: (sql) => sql<(typeof branding.$inferSelect)[]>`select * from branding where landlord_id = ${landlordId}`,
    ask: () => tools.call(landlordBranding, actor, { params: { landlordId }, timeoutMs: 2000 }),
  }).catch(() => null)
  return found ?? noBrand
}
