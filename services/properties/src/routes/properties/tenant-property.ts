import { type TenantProperty, tenantProperty } from '@keyhold/contracts/properties/properties'
import type { z } from '@keyhold/contracts/zod'
import { serve } from '@keyhold/kit/http/serve'
import { imagesColumn } from '../../domain/photos/photos.ts'

const home = serve(tenantProperty, async ({ actor, db }) => {
  const { landlordId, tenantId } = actor
  const [row] = await db.read(
    actor,
    (sql) => sql<z.output<typeof TenantProperty>[]>`
      select property.*, ${imagesColumn(sql)}, property.monthly_rent as rent
      from occupancy o join property on property.landlord_id = o.landlord_id and property.id = o.property_id
      where o.landlord_id = ${landlordId} and o.tenant_id = ${tenantId} and o.is_active and property.deleted_at is null`,
  )
  return row ?? null
})

export const tenantPropertyRoutes = [home]
