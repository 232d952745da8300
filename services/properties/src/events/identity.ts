import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { fullName } from '@keyhold/kit/lib/names'
import { onBatch } from '@keyhold/kit/messaging/handlers'
import { upsertDated } from '@keyhold/kit/messaging/projection'
import { landlords } from '../projections/landlords.ts'

export const identityEvents = [
  onBatch(UserCreated, async (events, { tx }) => {
    const dated = events
      .filter(({ data }) => data.userType !== 'tenant')
      .map(({ data, event }) => ({
        snapshot: { id: data.userId, name: fullName(data), email: data.email, isUnproved: data.emailProof === null },
        asOf: event.time,
      }))
    await upsertDated(tx, landlords, dated)
  }),
]
