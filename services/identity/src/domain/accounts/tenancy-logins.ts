import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { endSessions } from '../sessions/sessions.ts'
import { announceLoginClosed } from './tenant-users.ts'
import { ownedAccounts } from './people.ts'
import { announceUser, createUser, type UserRow } from './users.ts'

export interface TenancyRecord {
  landlordId: string
  tenantId: string
  /** Archived records of the same person with the same landlord. */
  formerTenantIds: string[]
}

/** Whether this account can become the login of the record without taking it from another. */
export const canMove = (user: UserRow, { landlordId, formerTenantIds }: TenancyRecord): boolean =>
  user.userType === 'tenant' &&
  user.isActive &&
  (user.landlordId === null ||
    (user.landlordId === landlordId && (user.tenantId === null || formerTenantIds.includes(user.tenantId))))

/** Makes an account the login of a tenant record. */
export async function moveLogin(
  tx: Tx,
  user: UserRow,
  { landlordId, tenantId }: TenancyRecord,
  now: Date,
): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ landlordId, tenantId, updatedAt: now.toISOString() })
    .where(eq(users.id, user.id))
    .returning()
  if (user.tenantId !== null) {
    await announceLoginClosed(tx, user)
    // Access tokens name the tenant record, so they must not outlive the link.
    await endSessions(tx, eq(sessions.userId, user.id), now)
  }
  await announceUser(tx, row!)
  return row!
}

/** Gives a person access to one more tenant record: by an account of theirs that is free, else by a new one with the same password. */
export async function addTenancy(tx: Tx, person: UserRow, record: TenancyRecord, now: Date): Promise<UserRow> {
  const { landlordId, tenantId } = record
  const theirs = await ownedAccounts(tx, person.email)
  const same = theirs.find((one) => one.landlordId === landlordId && one.tenantId === tenantId)
  if (same) return same
  const free =
    theirs.find((one) => one.landlordId === landlordId && canMove(one, record)) ??
    theirs.find((one) => canMove(one, record))
  if (free) return moveLogin(tx, free, record, now)
  const { email, passwordHash, firstName, lastName, phone, emailProof } = person
  const row = await createUser(
    tx,
    {
      email,
      passwordHash,
      firstName,
      lastName,
      phone,
      userType: 'tenant',
      record: { landlordId, tenantId },
      isConfirmed: true,
      emailProof,
    },
    now,
  )
  await announceUser(tx, row)
  return row
}
