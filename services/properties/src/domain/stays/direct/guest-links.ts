import { createHash, randomBytes } from 'node:crypto'
import { unknownStay } from '@keyhold/contracts/properties/stays/public-stays'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { eq } from 'drizzle-orm'
import { guestLink } from '../../../schema/stays/bookings.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes a link (256 bits) to the guest's page of a hold or booking; its hash is stored. */
export async function addGuestLink(tx: Tx, landlordId: string, bookingId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.insert(guestLink).values({ landlordId, bookingId, tokenHash: hashOf(token), createdAt: now.toISOString() })
  return token
}

export interface LinkedStay {
  landlordId: string
  /** Of the hold, and of the booking that it became. */
  id: string
}

/** The guest is not signed in: the stay is found by the hash of the token among those of all landlords. @throws Refusal 404 */
export async function findStayByToken(db: Database, token: string): Promise<LinkedStay> {
  const [row] = await db.adminTransaction('a stay is looked up by the token of its guest', (tx) =>
    tx
      .select({ landlordId: guestLink.landlordId, id: guestLink.bookingId })
      .from(guestLink)
      .where(eq(guestLink.tokenHash, hashOf(token))),
  )
  return row ?? refuse('link-invalid', unknownStay)
}
