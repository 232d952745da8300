import { userName } from '@keyhold/contracts/identity/accounts'
import {
  ownLandlord,
  type PersonalDetails,
  personalDetails,
  savePersonalDetails,
} from '@keyhold/contracts/tenancy/tenant-profile'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { fullName } from '@keyhold/kit/lib/names'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { authorOf } from '../../domain/history/history.ts'
import { ownTenant } from '../../domain/own-tenant.ts'
import { mapEmailConflict } from '../../domain/tenant-emails.ts'
import { changeTenant } from '../../domain/tenants/change-tenant.ts'

export const personalDetailRoutes = () => [
  serve(personalDetails, async ({ actor, db }) => {
    const { landlordId, tenantId } = ownTenant(actor)
    const [row] = await db.read(
      actor,
      (read) => read<PersonalDetails[]>`
        select phone, date_of_birth, emergency_contact_name, emergency_contact_phone, employer_name, monthly_income, updated_at
        from tenant where landlord_id = ${landlordId} and id = ${tenantId} and deleted_at is null`,
    )
    return row ?? notFound('Tenant')
  }),

  // As the service: a tenant may write neither tenants nor the history, whose entry names the tenant.
  serve(savePersonalDetails, async ({ actor, body, db, clock }) => {
    const { landlordId, tenantId } = ownTenant(actor)
    const now = clock.now()
    const [current] = await db.read(
      actor,
      (read) => read<{ email: string }[]>`
        select email from tenant where landlord_id = ${landlordId} and id = ${tenantId} and deleted_at is null`,
    )
    if (!current) notFound('Tenant')
    return mapEmailConflict(
      db.transaction(serviceActor('tenancy', landlordId), (tx) =>
        changeTenant(
          tx,
          { id: tenantId, landlordId },
          { form: body, currentEmail: current.email, ledgers: [], now, by: authorOf(actor) },
        ),
      ),
    )
  }),

  serve(ownLandlord, async ({ actor, call }) => {
    const { landlordId } = ownTenant(actor)
    const user = await call(userName, serviceActor('tenancy', landlordId), { params: { id: landlordId } })
    return { name: fullName(user), email: user.email, phone: user.phone }
  }),
]
