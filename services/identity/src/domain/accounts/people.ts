import type { Tx } from '@keyhold/kit/database/database'
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { unprovedCandidates } from '../../limits.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { dropFactors, dropSteps } from '../second-factors/drop.ts'
import { endSessions } from '../sessions/sessions.ts'
import { notifyOfChange } from './change-notices.ts'
import { announceUser, refuseTakenEmail, type UserRow } from './users.ts'

// A person owns an address: all accounts with `emailProof` at it, which have one password. Accounts without proof stand alone.

/** Sign-ups and proofs for one address wait for each other until the transaction ends. */
export const lockAddress = (tx: Tx, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 7))`)

/** The accounts of the person who owns the address; none where nobody does. */
export const ownedAccounts = (tx: Tx, email: string): Promise<UserRow[]> =>
  tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailProof), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))

/**
 * Accounts that a password typed with this address may open: one of the person who owns it, standing for all of theirs, and some of those that nobody has
 * proved, the last used first. Comparing a password is expensive, so their number is limited; the person who proves the mailbox owns them all.
 */
export async function candidatesAt(tx: Tx, email: string): Promise<UserRow[]> {
  const owned = await ownedAccounts(tx, email)
  const unproved = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.emailProof), isNull(users.deletedAt)))
    .orderBy(sql`${users.lastSignedInAt} desc nulls last`, desc(users.createdAt), desc(users.id))
    .limit(unprovedCandidates)
  return [...owned.slice(0, 1), ...unproved]
}

/** The accounts that have the password of this one: the person's, or this one alone. */
export const sharingPassword = ({ id, email, emailProof }: Pick<UserRow, 'id' | 'email' | 'emailProof'>) =>
  emailProof === null
    ? eq(users.id, id)
    : and(eq(users.email, email), isNotNull(users.emailProof), isNull(users.deletedAt))

/** Sets the password of an account, and of all others of its person. Returns their ids. */
export async function storePassword(tx: Tx, user: UserRow, passwordHash: string, now: Date): Promise<string[]> {
  const changed = await tx
    .update(users)
    .set({ passwordHash, updatedAt: now.toISOString() })
    .where(sharingPassword(user))
    .returning({ id: users.id })
  const ids = changed.map(({ id }) => id)
  await dropSteps(tx, ids)
  return ids
}

/**
 * Records that the mailbox of this account's address was opened: its person owns the address from now on. The logins that landlords made for it, and the
 * accounts of those who signed up without proof, become theirs, with this account's password; their earlier users are signed out.
 * Undefined where another account of this kind owns the address.
 */
export async function proveAddress(tx: Tx, user: UserRow, now: Date): Promise<UserRow | undefined> {
  await lockAddress(tx, user.email)
  const others = and(eq(users.email, user.email), ne(users.id, user.id), isNull(users.deletedAt))
  const isUnlinked = and(eq(users.userType, 'tenant'), isNull(users.landlordId))
  const alike = user.userType === 'tenant' ? isUnlinked : ne(users.userType, 'tenant')
  if (user.userType !== 'tenant' || user.landlordId === null) {
    const rivals = and(others, alike)
    if ((await tx.$count(users, and(rivals, eq(users.emailProof, 'mailbox')))) > 0) return undefined
    await tx.update(users).set({ emailProof: null }).where(rivals)
  }
  const { passwordHash } = user
  const proved = { emailProof: 'mailbox' as const, passwordHash, updatedAt: now.toISOString() }
  const theirs = and(
    others,
    or(isNotNull(users.emailProof), and(eq(users.userType, 'tenant'), isNotNull(users.landlordId))),
  )
  // Whoever used them without proof may have set up second factors.
  const unproved = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(theirs, ne(sql`coalesce(${users.emailProof}, '')`, 'mailbox')))
  await dropFactors(
    tx,
    unproved.map(({ id }) => id),
  )
  const joined = await tx.update(users).set(proved).where(theirs).returning()
  await endSessions(
    tx,
    inArray(
      sessions.userId,
      joined.map(({ id }) => id),
    ),
    now,
  )
  const [row] = await tx.update(users).set(proved).where(eq(users.id, user.id)).returning()
  for (const one of [row!, ...joined]) if (one.isActive) await announceUser(tx, one)
  return row
}

/** Gives an account, and all others of its person, a new address; the old one gets a notice. Nothing where it is the same. */
export async function moveAddress(tx: Tx, user: UserRow, email: string, now: Date): Promise<UserRow> {
  if (email === user.email) return user
  for (const address of [user.email, email].toSorted()) await lockAddress(tx, address)
  const owned = await ownedAccounts(tx, email)
  if (owned.some(({ emailProof }) => emailProof === 'mailbox')) refuseTakenEmail()
  await tx.update(users).set({ email, updatedAt: now.toISOString() }).where(sharingPassword(user))
  await notifyOfChange(tx, user, 'email', now)
  return { ...user, email }
}

/** The accounts that a session may switch to, its own included: those that its password opened, and those of the person who has proved the mailbox. */
export async function accountsWithin(tx: Tx, user: UserRow, reach: string[]): Promise<UserRow[]> {
  const ofPerson = user.emailProof === null ? undefined : and(eq(users.email, user.email), isNotNull(users.emailProof))
  return tx
    .select()
    .from(users)
    .where(
      and(
        or(eq(users.id, user.id), reach.length > 0 ? inArray(users.id, reach) : undefined, ofPerson),
        eq(users.email, user.email),
        eq(users.isActive, true),
        isNotNull(users.confirmedAt),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(100)
}
