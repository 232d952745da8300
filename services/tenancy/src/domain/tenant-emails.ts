import { type Tx, violated } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { and, eq, sql } from 'drizzle-orm'
import { tenant } from '../schema/tenants.ts'

// A landlord has at most one active tenant per e-mail address. Inviting, adding and registering somebody lock the address first.

export const lockEmail = (tx: Tx, landlordId: string, email: string) => lockEmails(tx, landlordId, [email])

/** Locks the addresses in one order, so that two transactions with the same addresses cannot deadlock. */
export const lockEmails = (tx: Tx, landlordId: string, emails: readonly string[]) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${landlordId} || ' ' || email, 0)) from unnest(${sql.param(emails.toSorted())}::text[]) email`,
  )

export async function hasActiveTenant(
  tx: Tx,
  { landlordId, email }: { landlordId: string; email: string },
): Promise<boolean> {
  const [active] = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.email, email), eq(tenant.isActive, true)))
    .limit(1)
  return active !== undefined
}

/** Turns a violation of the unique index on active tenants' addresses into a 409. */
export async function mapEmailConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = violated(error)?.constraint
    if (constraint === 'tenant_email_of_active')
      throw new Refusal('conflict', 'You already have an active tenant with this email address.')
    throw error
  }
}
