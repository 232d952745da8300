import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { property, request, tenant } from '../schema.ts'
import type { NamedRequest } from './history.ts'

/** Identifies a request, for a tenant only one of their own. */
export interface Named {
  landlordId: string
  id: string
  tenantId: string | null
}

export type LockedRequest = NamedRequest & { timeZone: string | null }

// An alias, because "for update of" accepts no schema.
const locked = alias(request, 'locked')

/** Locks a request, with the names of its property and tenant and the property's time zone. @throws Refusal 404 */
export async function lockRequest(tx: Tx, { landlordId, id, tenantId }: Named): Promise<LockedRequest> {
  const [row] = await tx
    .select({
      ...getTableColumns(locked),
      propertyName: property.name,
      timeZone: property.timeZone,
      tenantName: tenant.name,
    })
    .from(locked)
    .leftJoin(property, and(eq(property.landlordId, locked.landlordId), eq(property.propertyId, locked.propertyId)))
    .leftJoin(tenant, and(eq(tenant.landlordId, locked.landlordId), eq(tenant.tenantId, locked.tenantId)))
    .where(
      and(
        eq(locked.landlordId, landlordId),
        eq(locked.id, id),
        tenantId === null ? undefined : eq(locked.tenantId, tenantId),
      ),
    )
    .for('update', { of: locked })
  return row ?? notFound('Maintenance request')
}
