import { LoginClosed } from '@keyhold/contracts/identity/tenant-users'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { on } from '@keyhold/kit/messaging/handlers'
import { and, eq } from 'drizzle-orm'
import { fullName } from '../projections/landlord-names.ts'
import { landlordName } from '../schema/projections.ts'
import { tenant } from '../schema/tenants.ts'

/** Updates the landlords' names for invitations, and which tenants have a login. */
export const identityEvents = () => [
  on(UserCreated, async ({ data, tx }) => {
    if (data.userType !== 'tenant') {
      const name = fullName(data.firstName, data.lastName)
      await tx
        .insert(landlordName)
        .values({ userId: data.userId, name })
        .onConflictDoUpdate({ target: landlordName.userId, set: { name } })
    } else if (data.landlordId !== null && data.tenantId !== null) {
      await tx
        .update(tenant)
        .set({ registeredWithLogin: true })
        .where(and(eq(tenant.landlordId, data.landlordId), eq(tenant.id, data.tenantId)))
    }
  }),

  on(LoginClosed, async ({ data: { landlordId, tenantId }, tx }) => {
    await tx
      .update(tenant)
      .set({ registeredWithLogin: false })
      .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  }),
]
