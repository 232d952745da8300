import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { fullName } from '@keyhold/kit/lib/names'
import { on } from '@keyhold/kit/messaging/handlers'
import { upsertSnapshots } from '@keyhold/kit/messaging/projection'
import { landlords } from '../projections/landlords.ts'

export const identityEvents = [
  on(UserCreated, async ({ data, event, tx }) => {
    if (data.userType === 'tenant') return
    await upsertSnapshots(tx, landlords, [{ id: data.userId, name: fullName(data), email: data.email }], event.time)
  }),
]
