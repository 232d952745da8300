import { getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { getUnitSnapshot } from '@keyhold/contracts/properties/units'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { fullName } from '@keyhold/kit/lib/names'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { WorkOrderRow } from '../schema.ts'

type Shared = Pick<WorkOrderRow, 'address' | 'unitName' | 'tenantName' | 'tenantPhone'>

/** What a vendor learns about the place and, if the landlord says so, about the tenant. Asks the owners of the records: never inside a transaction. */
export async function shareOf(
  { landlordId }: LandlordActor,
  requestId: string,
  sharesTenant: boolean,
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<Shared> {
  const as = serviceActor('maintenance', landlordId)
  const [request] = await db.read(
    as,
    (sql) => sql<{ propertyId: string | null; tenantId: string | null }[]>`
      select property_id, tenant_id from request where landlord_id = ${landlordId} and id = ${requestId}`,
  )
  if (!request) return notFound('Maintenance request')
  const { propertyId, tenantId } = request
  const [property, tenant] = await Promise.all([
    propertyId ? call(getPropertySnapshot, as, { params: { id: propertyId } }) : null,
    tenantId ? call(getTenantSnapshot, as, { params: { id: tenantId } }) : null,
  ])
  const isAtHome = tenant?.unitId && tenant.propertyId === propertyId
  const unit = isAtHome ? await call(getUnitSnapshot, as, { params: { id: tenant.unitId! } }).catch(() => null) : null
  return {
    address: property ? [property.address, property.city, property.state].filter(Boolean).join(', ') : null,
    unitName: unit?.name ?? null,
    tenantName: sharesTenant && tenant ? fullName(tenant) : null,
    tenantPhone: sharesTenant && tenant ? tenant.phone : null,
  }
}
