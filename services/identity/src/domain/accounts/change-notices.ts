import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import type { UserRow } from './users.ts'

export const changeNotice = z.object({
  userId: z.guid(),
  to: z.string(),
  what: z.enum([
    'password',
    'email',
    'app_on',
    'app_off',
    'passkey_added',
    'passkey_removed',
    'recovery_codes',
    'recovery_code_used',
    'second_factor_reset',
  ]),
  at: z.string(),
})

/** Tells the owner of an account what was changed, at the address of before the change. */
export const mailChangeNotice = job({ name: 'mail-change-notice', data: changeNotice })

/** In the transaction of the change. Nobody is told at an address that somebody else may have typed. */
export async function notifyOfChange(
  tx: Tx,
  { id: userId, email: to, emailProof }: Pick<UserRow, 'id' | 'email' | 'emailProof'>,
  what: z.output<typeof changeNotice>['what'],
  now: Date,
): Promise<void> {
  if (emailProof !== null)
    await enqueue(tx, mailChangeNotice, { userId, to, what, at: now.toISOString() }, { runAt: now })
}
