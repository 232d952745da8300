import type { Document } from '@keyhold/contracts/properties/documents'
import type { DocumentAnalysis } from '@keyhold/contracts/properties/document-analysis'
import type { DocumentChanged } from '@keyhold/contracts/properties/document-events'
import type { z } from '@keyhold/contracts/zod'
import { serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import type { Database, ReadSql, Tx } from '@keyhold/kit/database/database'
import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import { document, type DocumentRow } from '../../schema/documents.ts'
import { occupancy } from '../../schema/projections.ts'
import { property } from '../../schema/properties.ts'

export type NamedDocument = DocumentRow & { propertyName: string | null; tenantName: string | null }

/** The analysis of a new document. */
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

/** The value of each finding by its key; of several with one key the most confident. */
export function extractedDataOf({ findings }: DocumentAnalysis): Record<string, string> {
  const byConfidence = findings.toSorted((a, b) => a.confidence - b.confidence)
  return Object.fromEntries(byConfidence.map(({ key, value }) => [key, value]))
}

/** A document as the API answers it. */
export function documentOf(row: NamedDocument): Document {
  return {
    ...row,
    filePath: `/api/documents/${row.id}/file`,
    aiProcessed: row.status === 'processed' || row.status === 'partial',
    extractedData: extractedDataOf(row.analysis),
  }
}

/** A document as other services know it. */
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

/** Names of the linked records, in a select from `document`. Deleted properties and former tenants keep their names. */
export const linkNames = (sql: ReadSql) => sql`
  (select p.name from property p where p.landlord_id = document.landlord_id and p.id = document.property_id) as property_name,
  (select o.name from occupancy o where o.landlord_id = document.landlord_id and o.tenant_id = document.tenant_id) as tenant_name`

/** The columns of a `NamedDocument`. */
export const namedColumns = (sql: ReadSql) => sql`document.*, ${linkNames(sql)}`

/** A document that is not in the bin, with the names of its links. */
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

/** Beyond row level security: the landlord's own documents, or those linked to the tenant, outside the bin. */
export const visibleTo = (sql: ReadSql, actor: UserActor) => sql`
  document.landlord_id = ${actor.landlordId} and document.deleted_at is null
  ${actor.role === 'tenant' ? sql`and document.tenant_id = ${actor.tenantId}` : sql``}`

/** Adds the names of properties that a tenant has left: row level security shows a tenant only the current one. */
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
