import { unknownListing } from '@keyhold/contracts/properties/stays/public-stays'
import type { Database } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { type ServiceActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull } from 'drizzle-orm'
import { fetchLandlords } from '../../../projections/landlords.ts'
import { landlord } from '../../../schema/projections.ts'
import { rental } from '../../../schema/stays/listings.ts'
import { codeOf } from '../listings/public-address.ts'

/** The service acting for a landlord: what guests, who are nobody's, are shown and do goes through it. */
export type HostActor = ServiceActor & { landlordId: string }
export const hostActor = (landlordId: string): HostActor => ({ ...serviceActor('properties', landlordId), landlordId })

/** The listing of a public address, if it is active. @throws Refusal 404 */
export async function findListing(db: Database, slug: string): Promise<{ actor: HostActor; rentalId: string }> {
  const [row] = await db.adminTransaction('a listing is looked up by its public address', (tx) =>
    tx
      .select({ landlordId: rental.landlordId, id: rental.id, isActive: rental.isActive })
      .from(rental)
      .where(and(eq(rental.publicCode, codeOf(slug)), isNull(rental.deletedAt))),
  )
  if (!row?.isActive) return refuse('not-found', unknownListing)
  return { actor: hostActor(row.landlordId), rentalId: row.id }
}

/** The name that guests read. */
export async function hostNameOf(landlordId: string, tools: Pick<Tools, 'db' | 'call' | 'clock'>): Promise<string> {
  const [row] = await tools.db.adminTransaction('landlords belong to no landlord', (tx) =>
    tx.select({ name: landlord.name }).from(landlord).where(eq(landlord.id, landlordId)),
  )
  if (row) return row.name
  const [found] = await fetchLandlords([landlordId], tools)
  return found?.name ?? notFound('Host')
}
