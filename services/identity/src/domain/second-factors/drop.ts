import type { Tx } from '@keyhold/kit/database/database'
import { inArray } from 'drizzle-orm'
import { authenticatorApps, passkeys, recoveryCodes, signInSteps } from '../../schema/second-factors.ts'

/** Removes the second factors of these accounts, and sign-ins that wait for them. */
export async function dropFactors(tx: Tx, userIds: string[]): Promise<void> {
  for (const table of [authenticatorApps, passkeys, recoveryCodes])
    await tx.delete(table).where(inArray(table.userId, userIds))
  await dropSteps(tx, userIds)
}

/** Sign-ins that wait for their second step begin anew. */
export const dropSteps = (tx: Tx, userIds: string[]) =>
  tx.delete(signInSteps).where(inArray(signInSteps.userId, userIds))
