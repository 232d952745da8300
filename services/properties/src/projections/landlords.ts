import { userName } from '@keyhold/contracts/identity/accounts'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { landlord } from '../schema/projections.ts'
import { property } from '../schema/properties.ts'

const batch = 100

export const fullName = (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim()

/** Asks identity for landlords whose events have not been received, and stores them; one that identity does not know is called Unknown. */
export async function fetchLandlords(
  ids: string[],
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<(typeof landlord.$inferSelect)[]> {
  const rows = await Promise.all(
    ids.map(async (id) => {
      try {
        const { firstName, lastName, email } = await call(userName, serviceActor('properties', id), { params: { id } })
        return { id, name: fullName(firstName, lastName), email }
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not-found') return { id, name: 'Unknown', email: '' }
        throw error
      }
    }),
  )
  if (rows.length)
    await db.adminTransaction('landlords belong to no landlord', (tx) =>
      tx.insert(landlord).values(rows).onConflictDoNothing(),
    )
  return rows
}

/** Fetches the owners who signed up before this service stored landlords, so that the administrator's search finds them. */
export async function fetchMissingOwners({ db, call }: Pick<Tools, 'db' | 'call'>): Promise<void> {
  for (let more = true; more;) {
    const unknown = await db.adminTransaction('owners of all properties', (tx) =>
      tx
        .selectDistinct({ id: property.landlordId })
        .from(property)
        .where(sql`not exists (select from ${landlord} where ${landlord.id} = ${property.landlordId})`)
        .limit(batch),
    )
    await fetchLandlords(
      unknown.map(({ id }) => id),
      { db, call },
    )
    more = unknown.length === batch
  }
}
