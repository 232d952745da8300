import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { LoginClosed } from '@keyhold/contracts/identity/tenant-users'
import { fullName } from '@keyhold/kit/lib/names'
import { onBatch } from '@keyhold/kit/messaging/handlers'
import { upsertDated } from '@keyhold/kit/messaging/projection'
import { type LoginChange, storeLogins } from '../domain/tenants/logins.ts'
import { landlordNames } from '../projections/landlord-names.ts'

/** Updates the landlords' names for invitations, and which tenants have a login. */
export const identityEvents = () => [
  onBatch(UserCreated, async (events, { tx }) => {
    const landlords = events.filter(({ data }) => data.userType !== 'tenant')
    const names = landlords.map(({ data, event }) => ({
      snapshot: { userId: data.userId, name: fullName(data) },
      asOf: event.time,
    }))
    await upsertDated(tx, landlordNames, names)
    const opened = events.flatMap(({ data: { userType, landlordId, tenantId }, event }): LoginChange[] =>
      userType === 'tenant' && landlordId !== null && tenantId !== null
        ? [{ landlordId, tenantId, isOpen: true, at: event.time }]
        : [],
    )
    await storeLogins(tx, opened)
  }),

  onBatch(LoginClosed, async (events, { tx }) => {
    const closed = events.map(({ data: { landlordId, tenantId }, event }) => ({
      landlordId,
      tenantId,
      isOpen: false,
      at: event.time,
    }))
    await storeLogins(tx, closed)
  }),
]
