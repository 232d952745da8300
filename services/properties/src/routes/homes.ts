import { type TenantProperty, tenantProperty } from '@keyhold/contracts/properties'
import type { z } from '@keyhold/contracts/zod'
import { serve } from '@keyhold/kit/serve'

const home = serve(tenantProperty, async ({ actor, db }) => {
  const { landlordId, tenantId } = actor
  const [row] = await db.read(
    actor,
    (sql) => sql<z.output<typeof TenantProperty>[]>`
      select p.*, p.monthly_rent as rent
      from occupancy o join property p on p.landlord_id = o.landlord_id and p.id = o.property_id
      where o.landlord_id = ${landlordId} and o.tenant_id = ${tenantId} and o.is_active and p.deleted_at is null`,
  )
  return row ?? null
})

export const homeRoutes = [home]
