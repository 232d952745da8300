import type { Document } from '@keyhold/contracts/properties/documents'
import type { DocumentAnalysis } from '@keyhold/contracts/properties/document-analysis'
import type { DocumentChanged } from '@keyhold/contracts/properties/document-events'
import type { z } from '@keyhold/contracts/zod'
import { serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import type { Database, ReadSql, Tx } from '@keyhold/kit/database/database'
import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import { document, type DocumentRow, occupancy, property } from '../../schema.ts'

export type NamedDocument = DocumentRow & { propertyName: string | null; tenantName: string | null }

/** Of a document that nobody has read yet. */
export const pendingAnalysis: DocumentAnalysis = {
  status: 'pending',
  engine: null,
  detected: null,
  findings: [],
  notes: [],
  pages: null,
  characters: 0,
  analysedAt: null,
}

/** What was found, by key; of several findings of one key the surest. */
export function extracted({ findings }: DocumentAnalysis): Record<string, string> {
  const byConfidence = findings.toSorted((a, b) => a.confidence - b.confidence)
  return Object.fromEntries(byConfidence.map(({ key, value }) => [key, value]))
}

/** A document as the wire shows it. */
export function documentOf(row: NamedDocument): Document {
  return {
    ...row,
    filePath: `/api/documents/${row.id}/file`,
    aiProcessed: row.status === 'processed' || row.status === 'partial',
    extractedData: extracted(row.analysis),
  }
}

/** What the others are told. */
export function documentSnapshotOf({
  id,
  landlordId,
  tenantId,
  propertyId,
  fileType,
  fileSize,
  category,
}: DocumentRow): z.output<typeof DocumentChanged.data> {
  return { documentId: id, landlordId, tenantId, propertyId, fileType, fileSize, category }
}

/** What a document stands with, by name, in a select from `document`. Deleted properties and tenants who left keep their names. */
export const linkNames = (sql: ReadSql) => sql`
  (select p.name from property p where p.landlord_id = document.landlord_id and p.id = document.property_id) as property_name,
  (select o.name from occupancy o where o.landlord_id = document.landlord_id and o.tenant_id = document.tenant_id) as tenant_name`

/** The columns of a `NamedDocument`. */
export const namedColumns = (sql: ReadSql) => sql`document.*, ${linkNames(sql)}`

/** The same in a landlord's transaction, of a document that is not in the bin. */
export async function findDocument(
  tx: Tx,
  { landlordId, id }: Pick<DocumentRow, 'landlordId' | 'id'>,
): Promise<NamedDocument | undefined> {
  const [found] = await tx
    .select({ ...getTableColumns(document), propertyName: property.name, tenantName: occupancy.name })
    .from(document)
    .leftJoin(property, and(eq(property.landlordId, document.landlordId), eq(property.id, document.propertyId)))
    .leftJoin(occupancy, and(eq(occupancy.landlordId, document.landlordId), eq(occupancy.tenantId, document.tenantId)))
    .where(and(eq(document.landlordId, landlordId), eq(document.id, id), isNull(document.deletedAt)))
  return found
}

/** Whose documents a caller sees, beyond row level security: a landlord's own, or those that name the tenant. None that are in the bin. */
export const visibleTo = (sql: ReadSql, actor: UserActor) => sql`
  document.landlord_id = ${actor.landlordId} and document.deleted_at is null
  ${actor.role === 'tenant' ? sql`and document.tenant_id = ${actor.tenantId}` : sql``}`

/** Adds the names of former homes: the database itself shows a tenant the present one alone. */
export async function withPropertyNames(
  db: Database,
  actor: UserActor,
  rows: readonly NamedDocument[],
): Promise<NamedDocument[]> {
  const { role, landlordId } = actor
  const unnamed = rows.flatMap(({ propertyId, propertyName }) =>
    propertyId !== null && propertyName === null ? [propertyId] : [],
  )
  if (role !== 'tenant' || landlordId === null || unnamed.length === 0) return [...rows]
  const homes = await db.read(
    serviceActor('properties', landlordId),
    (sql) =>
      sql<
        { id: string; name: string }[]
      >`select id, name from property where landlord_id = ${landlordId} and id = any(${unnamed})`,
  )
  const names = new Map(homes.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, propertyName: row.propertyName ?? names.get(row.propertyId ?? '') ?? null }))
}
