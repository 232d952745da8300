import { photoSizes } from '@keyhold/contracts/photos'
import type { Database } from '@keyhold/kit/database/database'
import { encodedImageType, encodeImage, imageFormatOf } from '@keyhold/kit/files/images'
import { refuse } from '@keyhold/kit/http/problem'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { conversationFileBytes, tenantFileShare } from '../../limits.ts'
import type { Attachments } from '../../providers/attachments.ts'

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** @throws Refusal 409 where the landlord's storage, or the tenant's share of it, is full. Concurrent uploads may exceed it a little. */
export async function assertRoom(db: Database, landlordId: string, tenantId: string | null): Promise<void> {
  const [used] = await db.read(
    serviceActor('messaging', landlordId),
    (sql) =>
      sql<{ all: number; ofTenant: number }[]>`
        select coalesce(sum(bytes), 0)::float8 as "all", coalesce(sum(bytes) filter (where tenant_id = ${tenantId}::uuid), 0)::float8 as of_tenant
        from conversation_file where landlord_id = ${landlordId}`,
  )
  if (!used) return
  if (
    used.all >= conversationFileBytes ||
    (tenantId !== null && used.ofTenant >= conversationFileBytes * tenantFileShare)
  )
    refuse('document-limit-reached', 'The storage for files in conversations is full.')
}

/** Stores a photo or a PDF, recognised by its content and scanned. @throws Refusal 415 for anything else, or what the scanner refuses */
export async function storeFile(files: Attachments, landlordId: string, body: Uint8Array) {
  if (isPdf(body)) {
    const upload = await files.store(landlordId, 'paper', { file: body }, 'application/pdf')
    return { ...upload, kind: 'pdf' as const, width: null, height: null, bytes: body.length }
  }
  if (imageFormatOf(body) === null)
    refuse('unsupported-media-type', 'Send a photo (JPEG, PNG, WebP, GIF or AVIF) or a PDF.')
  const { files: sizes, width, height } = await encodeImage(body, photoSizes, landlordId)
  const upload = await files.store(landlordId, 'picture', sizes, encodedImageType)
  const bytes = Object.values(sizes).reduce((sum, file) => sum + file.length, 0)
  return { ...upload, kind: 'image' as const, width, height, bytes }
}
