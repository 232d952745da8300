import { LoginClosed } from '@keyhold/contracts/identity/tenant-users'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { fullName } from '@keyhold/kit/lib/names'
import { on } from '@keyhold/kit/messaging/handlers'
import { upsertSnapshots } from '@keyhold/kit/messaging/projection'
import { and, eq } from 'drizzle-orm'
import { landlordNames } from '../projections/landlord-names.ts'
import { tenant } from '../schema/tenants.ts'

/** Updates the landlords' names for invitations, and which tenants have a login. */
export const identityEvents = () => [
  on(UserCreated, async ({ data, event, tx }) => {
    if (data.userType !== 'tenant') {
      await upsertSnapshots(tx, landlordNames, [{ userId: data.userId, name: fullName(data) }], event.time)
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
