import type { SecondStep } from '@keyhold/contracts/identity/accounts'
import type { Tx } from '@keyhold/kit/database/database'
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { authenticatorApps, passkeys, recoveryCodes } from '../../schema/second-factors.ts'
import { users } from '../../schema/users.ts'
import { sharingPassword } from '../accounts/people.ts'
import type { UserRow } from '../accounts/users.ts'

// A second factor belongs to a person: it is asked for at each of the accounts that have the same password (`people.ts`).

type Account = Pick<UserRow, 'id' | 'email' | 'emailProof'>

export interface Factors {
  /** All accounts of the person, those that are closed included. */
  ids: string[]
  app: typeof authenticatorApps.$inferSelect | undefined
  /** Oldest first. */
  passkeys: (typeof passkeys.$inferSelect)[]
  recoveryCodesLeft: number
  /** An authenticator app or a passkey is set up. */
  hasAny: boolean
}

/** What a person can show besides the password. */
export async function factorsOf(tx: Tx, account: Account): Promise<Factors> {
  const own = await tx.select({ id: users.id }).from(users).where(sharingPassword(account))
  const ids = own.map(({ id }) => id)
  const [app] = await tx
    .select()
    .from(authenticatorApps)
    .where(and(inArray(authenticatorApps.userId, ids), isNotNull(authenticatorApps.secret)))
    .limit(1)
  const keys = await tx
    .select()
    .from(passkeys)
    .where(inArray(passkeys.userId, ids))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  const unused = and(inArray(recoveryCodes.userId, ids), isNull(recoveryCodes.usedAt))
  const recoveryCodesLeft = await tx.$count(recoveryCodes, unused)
  return { ids, app, passkeys: keys, recoveryCodesLeft, hasAny: app !== undefined || keys.length > 0 }
}

/** By what the person can finish signing in. */
export const methodsOf = ({ app, passkeys: keys, recoveryCodesLeft }: Factors): SecondStep['secondStep'] => [
  ...(keys.length > 0 ? (['passkey'] as const) : []),
  ...(app ? (['app'] as const) : []),
  ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
]

/**
 * Of accounts that the same password opened, those that the sign-in of `user` leads to: the person's own, and others that have no second factor of
 * their own, which was not asked for.
 */
export async function accountsOpenedWith(tx: Tx, user: UserRow, opened: UserRow[]): Promise<UserRow[]> {
  const { ids } = await factorsOf(tx, user)
  const open: UserRow[] = []
  for (const one of opened) if (ids.includes(one.id) || !(await factorsOf(tx, one)).hasAny) open.push(one)
  return open
}

/** The second factors of an account that is about to be closed stay with its person's other accounts. */
export async function keepFactors(tx: Tx, account: Account): Promise<void> {
  const { ids, app } = await factorsOf(tx, account)
  const heir = ids.find((id) => id !== account.id)
  if (heir === undefined) return
  if (app?.userId === account.id) {
    await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, heir))
    await tx.update(authenticatorApps).set({ userId: heir }).where(eq(authenticatorApps.userId, account.id))
  }
  for (const table of [passkeys, recoveryCodes])
    await tx.update(table).set({ userId: heir }).where(eq(table.userId, account.id))
}
