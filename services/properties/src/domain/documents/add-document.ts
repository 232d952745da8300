import { type Document, maxDocumentBytes, type uploadDocument } from '@keyhold/contracts/properties/documents'
import { DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import type { TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { z } from '@keyhold/contracts/zod'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { emit } from '@keyhold/kit/messaging/outbox'
import { type Actor, type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { document } from '../../schema/documents.ts'
import type { Files } from '../files.ts'
import { storageOf } from '../storage.ts'
import { storeTenantName, type Links } from './document-links.ts'
import { documentTypeOf, mediaTypeOf } from './document-types.ts'
import { documentOf, documentSnapshotOf, findDocument, pendingAnalysis } from './documents.ts'
import { fileNameOf } from './file-names.ts'

interface NewDocument extends Pick<BodyOf<typeof uploadDocument>, 'file' | 'category'> {
  landlordId: string
  /** Checked: they belong to the landlord. */
  links: Links
  /** Where its name is not stored here yet. */
  tenant: z.output<typeof TenantSnapshot> | null
}
type Owner = Pick<LandlordActor, 'role' | 'landlordId'>

/** The type of a file that may be added. `most`: the gigabytes of one landlord, whatever the plan. @throws Refusal 409, 413, 415 */
export async function assertFits(
  owner: Owner,
  bytes: Uint8Array,
  { db, most }: Pick<Tools, 'db'> & { most: number },
): Promise<void> {
  if (bytes.length > maxDocumentBytes)
    refuse(
      'payload-too-large',
      `This file is larger than ${maxDocumentBytes / 1024 / 1024} MB. Please choose a smaller one.`,
    )
  documentTypeOf(bytes)
  const gigabytes = await storageOf(owner, { db, most })
  const [used] = await db.read(
    serviceActor('properties', owner.landlordId),
    // Documents in the bin count too.
    (sql) =>
      sql<
        { bytes: number }[]
      >`select coalesce(sum(file_size), 0) as bytes from document where landlord_id = ${owner.landlordId}`,
  )
  // Concurrent uploads may exceed it a little.
  if ((used?.bytes ?? 0) + bytes.length > gigabytes * 1e9)
    refuse(
      'document-limit-reached',
      `Your document storage of ${gigabytes} GB is full. Documents in the bin count too. Delete them permanently to make room.`,
    )
}

/** Stores a file that fits, and records it as a document of the landlord. */
export async function addDocument(
  actor: Actor,
  { landlordId, file, category, links, tenant }: NewDocument,
  { files, db, clock }: Pick<Tools, 'db' | 'clock'> & { files: Files },
): Promise<Document> {
  const fileType = documentTypeOf(file.bytes)
  const stored = await files.store(landlordId, 'document', { file: file.bytes }, mediaTypeOf[fileType])
  return db.transaction(actor, async (tx) => {
    await files.claim(tx, stored)
    await storeTenantName(tx, tenant)
    const now = clock.now().toISOString()
    const row = {
      landlordId,
      fileName: fileNameOf(file.name, fileType),
      fileType,
      fileSize: file.bytes.length,
      blobName: stored.blobName,
      category,
      ...links,
      analysis: pendingAnalysis,
      createdAt: now,
      updatedAt: now,
    }
    const [made] = await tx.insert(document).values(row).returning()
    if (!made) throw new Error('insert returned no row')
    await emit(tx, DocumentUploaded, documentSnapshotOf(made))
    return documentOf((await findDocument(tx, made)) ?? notFound('Document'))
  })
}
