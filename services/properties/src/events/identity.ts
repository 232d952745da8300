import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { on } from '@keyhold/kit/messaging/handlers'
import { fullName } from '../projections/landlords.ts'
import { landlord } from '../schema/projections.ts'

const storeLandlord = on(UserCreated, async ({ data: { userId, userType, firstName, lastName, email }, tx }) => {
  if (userType === 'tenant') return
  const known = { name: fullName(firstName, lastName), email }
  await tx
    .insert(landlord)
    .values({ id: userId, ...known })
    .onConflictDoUpdate({ target: landlord.id, set: known })
})

export const identityEvents = [storeLandlord]
