import type { Tx } from '@keyhold/kit/database/database'
import { refuseField } from '@keyhold/kit/http/problem'
import { sql } from 'drizzle-orm'

/** As the books have it: null stands for the first account, whose id is the landlord's. */
export const storedId = (landlordId: string, id: string): string | null => (id === landlordId ? null : id)

/**
 * The account for money that is received or paid out: the one that was asked for, or else the default. It cannot be archived at the same time.
 * @throws Refusal 400 for an account that is archived or not this landlord's
 */
export async function accountForMoney(
  tx: Tx,
  landlordId: string,
  asked: string | null | undefined,
): Promise<string | null> {
  const which = asked ? sql`b.id = ${asked}` : sql`b.is_default`
  const [found] = await tx.execute<{ id: string; name: string; isArchived: boolean }>(sql`
    select b.id, b.name, b.archived_at is not null as "isArchived" from bank_account b where b.landlord_id = ${landlordId} and ${which} for key share`)
  if (found?.isArchived) refuseField('bankAccountId', `${found.name} is archived. Choose another account`)
  // Nobody has changed the first account yet: it has no row.
  if (!found && asked && asked !== landlordId) refuseField('bankAccountId', 'Choose one of your accounts')
  return found ? storedId(landlordId, found.id) : null
}
