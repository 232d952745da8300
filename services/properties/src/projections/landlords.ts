import { userName } from '@keyhold/contracts/identity/accounts'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { fullName } from '@keyhold/kit/lib/names'
import { defineProjection, snapshotTime, upsertSnapshots } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { landlord } from '../schema/projections.ts'
import { property } from '../schema/properties.ts'

const batch = 100

type LandlordSnapshot = Omit<typeof landlord.$inferSelect, 'asOf'>

/** Belongs to no landlord. */
export const landlords = defineProjection({ table: landlord, row: (snapshot: LandlordSnapshot) => snapshot })

/** Asks identity for landlords without a row and stores its answers; a landlord that identity does not know is `Unknown`. */
export async function fetchLandlords(
  ids: string[],
  { db, call, clock }: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<LandlordSnapshot[]> {
  const asOf = snapshotTime(clock)
  const snapshots = await Promise.all(
    ids.map(async (id) => {
      try {
        const user = await call(userName, serviceActor('properties', id), { params: { id } })
        return { id, name: fullName(user), email: user.email, isUnproved: user.emailProof === null }
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not-found')
          return { id, name: 'Unknown', email: '', isUnproved: false }
        throw error
      }
    }),
  )
  if (snapshots.length > 0)
    await db.adminTransaction('landlords belong to no landlord', (tx) =>
      upsertSnapshots(tx, landlords, snapshots, asOf),
    )
  return snapshots
}

/** Fetches the owners who signed up before their events were stored here, so that a search finds them. */
export async function fetchMissingOwners(tools: Pick<Tools, 'db' | 'call' | 'clock'>): Promise<void> {
  for (let more = true; more;) {
    const unknown = await tools.db.adminTransaction('owners of all properties', (tx) =>
      tx
        .selectDistinct({ id: property.landlordId })
        .from(property)
        .where(sql`not exists (select from ${landlord} where ${landlord.id} = ${property.landlordId})`)
        .limit(batch),
    )
    await fetchLandlords(
      unknown.map(({ id }) => id),
      tools,
    )
    more = unknown.length === batch
  }
}
