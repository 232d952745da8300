import { type TenantProfile, tenantProfile } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { serve } from '@keyhold/kit/http/serve'

export const profileRoutes = () => [
  serve(tenantProfile, async ({ actor, db }) => {
    const { landlordId, tenantId } = actor
    if (landlordId === null || tenantId === null) return null
    const [row] = await db.read(
      actor,
      (read) => read<z.output<typeof TenantProfile>[]>`
      select id, first_name, last_name, email, phone, lease_start_date, lease_end_date, monthly_rent, security_deposit, is_active
      from tenant_record where landlord_id = ${landlordId} and id = ${tenantId} and archived_at is null`,
    )
    return row ?? null
  }),
]
