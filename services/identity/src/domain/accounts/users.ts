import { startingSubscription, statusAt } from '@keyhold/contracts/billing/subscriptions'
import { type User, UserCreated } from '@keyhold/contracts/identity/accounts'
import type { Role } from '@keyhold/contracts/roles'
import { type Tx, violated } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { refuse } from '@keyhold/kit/http/problem'
import { v7 } from 'uuid'
import { users } from '../../schema/users.ts'
import { currentSettings } from '../../projections/platform-settings.ts'

export type UserRow = typeof users.$inferSelect

/** The record as its owner sees it at `now`, without secrets. */
export function toUser(row: UserRow, now: Date): User {
  const {
    passwordHash: _hash,
    confirmedAt: _confirmed,
    deletedAt: _deleted,
    emailProof: _proof,
    phoneProvedAt: _phoneProof,
    lastSignedInAt: _signedIn,
    subscriptionStatus: status,
    ...shown
  } = row
  return {
    ...shown,
    subscriptionStatus: status && statusAt({ status, trialEndDate: row.trialEndDate }, now),
    // The specification has this field, but nothing sets it.
    profileImageUrl: null,
  }
}

interface NewUser {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  phone: string | null
  userType: Role
  /** The landlord and tenant record that a tenant's login is created for. */
  record?: { landlordId: string; tenantId: string | null }
  isConfirmed: boolean
  /** How the person came to own the address; null where somebody else typed it. */
  emailProof: UserRow['emailProof']
}

/** Stores a new user. An address that is owned already violates a unique index of `users`. */
export async function createUser(
  tx: Tx,
  { userType, record, isConfirmed, ...person }: NewUser,
  now: Date,
): Promise<UserRow> {
  const id = v7()
  const at = now.toISOString()
  const { plan, status, ...limits } =
    userType === 'tenant' ? { plan: null, status: null } : startingSubscription(userType, at, await currentSettings(tx))
  const [row] = await tx
    .insert(users)
    .values({
      ...person,
      ...(record ?? { landlordId: userType === 'tenant' ? null : id, tenantId: null }),
      ...limits,
      id,
      userType,
      subscriptionPlan: plan,
      subscriptionStatus: status,
      confirmedAt: isConfirmed ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  return row!
}

/** Announces an account that can be used; for a tenant, also when it is linked to a record. */
export async function announceUser(tx: Tx, row: UserRow): Promise<void> {
  const { id: userId, landlordId, tenantId, userType, email, firstName, lastName, phone, createdAt, emailProof } = row
  const person = { userId, landlordId, tenantId, userType, email, firstName, lastName, phone, createdAt }
  await emit(tx, UserCreated, { ...person, emailProof, isPhoneProved: row.phoneProvedAt !== null })
}

const takenEmail: (string | undefined)[] = ['users_email_key', 'users_login_key', 'users_unlinked_key']

/** Turns a violation of the unique indexes on addresses into the 409. */
export function mapTakenEmail(error: unknown): never {
  if (takenEmail.includes(violated(error)?.constraint)) refuseTakenEmail()
  throw error
}

/** @throws Refusal always */
export const refuseTakenEmail = (): never => refuse('email-taken', 'An account with this email already exists')

/** Of several accounts, the one that was signed in to last. */
export const lastUsed = (accounts: UserRow[]): UserRow | undefined =>
  accounts.toSorted((a, b) => (b.lastSignedInAt ?? '').localeCompare(a.lastSignedInAt ?? ''))[0]
