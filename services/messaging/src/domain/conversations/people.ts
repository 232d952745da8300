import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { property, tenant } from '../../schema/directory.ts'

type PersonRow = typeof tenant.$inferSelect
type HomeRow = typeof property.$inferSelect

interface Which {
  landlordId: string
  tenantId: string | null
  propertyId: string | null
}

/** Tenant and home of a conversation; undefined where it has none, or the landlord has no such record. */
export async function peopleOf(
  tx: Tx,
  { landlordId, tenantId, propertyId }: Which,
): Promise<{ person: PersonRow | undefined; home: HomeRow | undefined }> {
  const [person] =
    tenantId === null
      ? []
      : await tx
          .select()
          .from(tenant)
          .where(and(eq(tenant.landlordId, landlordId), eq(tenant.tenantId, tenantId)))
  const [home] =
    propertyId === null
      ? []
      : await tx
          .select()
          .from(property)
          .where(and(eq(property.landlordId, landlordId), eq(property.propertyId, propertyId)))
  return { person, home }
}
