import { createHash, randomBytes } from 'node:crypto'
import { unknownCleanerLink } from '@keyhold/contracts/properties/stays/cleaners'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { and, eq, sql } from 'drizzle-orm'
import { cleaner, cleanerLink } from '../../schema/stays/tasks.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The cleaner of a name, who is added with the first task; undefined and null stay what they are. */
export async function cleanerNamed(
  tx: Tx,
  landlordId: string,
  name: string | null | undefined,
  now: Date,
): Promise<string | null | undefined> {
  if (typeof name !== 'string') return name
  await tx.insert(cleaner).values({ landlordId, name, createdAt: now.toISOString() }).onConflictDoNothing()
  const [row] = await tx
    .select({ id: cleaner.id })
    .from(cleaner)
    .where(and(eq(cleaner.landlordId, landlordId), sql`lower(${cleaner.name}) = lower(${name})`))
  if (!row) throw new Error('the cleaner was not inserted')
  return row.id
}

async function lockCleaner(tx: Tx, landlordId: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: cleaner.id })
    .from(cleaner)
    .where(and(eq(cleaner.landlordId, landlordId), eq(cleaner.id, id)))
    .for('update')
  if (!row) notFound('Cleaner')
}

/** A new link (256 bits) of a cleaner in place of the one before; its hash is stored. @throws Refusal 404 */
export async function replaceLink(tx: Tx, landlordId: string, id: string, now: Date): Promise<string> {
  await dropLink(tx, landlordId, id)
  const token = randomBytes(32).toString('base64url')
  await tx
    .insert(cleanerLink)
    .values({ landlordId, cleanerId: id, tokenHash: hashOf(token), createdAt: now.toISOString() })
  return token
}

/** @throws Refusal 404 */
export async function dropLink(tx: Tx, landlordId: string, id: string): Promise<void> {
  await lockCleaner(tx, landlordId, id)
  await tx.delete(cleanerLink).where(and(eq(cleanerLink.landlordId, landlordId), eq(cleanerLink.cleanerId, id)))
}

export interface LinkedCleaner {
  landlordId: string
  cleanerId: string
}

/** The cleaner is not signed in: found by the hash of the token among those of all landlords. @throws Refusal 404 */
export async function findCleanerByToken(db: Database, token: string): Promise<LinkedCleaner> {
  const [row] = await db.adminTransaction('a cleaner is looked up by the token of their link', (tx) =>
    tx
      .select({ landlordId: cleanerLink.landlordId, cleanerId: cleanerLink.cleanerId })
      .from(cleanerLink)
      .where(eq(cleanerLink.tokenHash, hashOf(token))),
  )
  return row ?? refuse('link-invalid', unknownCleanerLink)
}
