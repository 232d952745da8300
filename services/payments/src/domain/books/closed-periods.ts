import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { sql } from 'drizzle-orm'
import { closedPeriod } from '../../schema/journal.ts'
import { lockBooks } from '../journal/record.ts'
import { dayText } from '../explain/format.ts'

interface Closing {
  landlordId: string
  through: string
  by: string
  now: string
  /** Today for the landlord. */
  today: string
}

/**
 * Closes the books through a day that is over. What is booked for a day up to it afterwards takes effect on the first open day.
 * @throws Refusal 400 for a day that is not over, 409 for one that is closed already
 */
export async function closePeriod(
  tx: Tx,
  { landlordId, through, by, now, today }: Closing,
): Promise<typeof closedPeriod.$inferSelect> {
  if (through >= today) refuseField('through', 'Choose a day that is over: yesterday or earlier')
  // What is being booked at this moment ends first, so that nothing gets into the period after it was closed.
  await tx.execute(lockBooks(landlordId, 'close'))
  const [last] = await tx.execute<{ through: string | null }>(
    sql`select max(k.through) as through from closed_period k where k.landlord_id = ${landlordId}`,
  )
  if (last?.through && last.through >= through) refuseClosed(last.through)
  const [made] = await tx
    .insert(closedPeriod)
    .values({ landlordId, through, closedAt: now, closedBy: by })
    .onConflictDoNothing()
    .returning()
  return made ?? refuseClosed(through)
}

const refuseClosed = (through: string): never =>
  refuse('conflict', `The books are already closed through ${dayText(through)}. Choose a later day.`)
