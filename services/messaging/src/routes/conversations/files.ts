import { addConversationFile, conversationFile as fileEndpoint } from '@keyhold/contracts/messaging/conversations-files'
import { type PhotoSize, photoSizes } from '@keyhold/contracts/photos'
import { encodedImageType, encodeImage, imageFormatOf } from '@keyhold/kit/files/images'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { fileNameOf } from '../../domain/conversations/file-names.ts'
import { fileOf } from '../../domain/conversations/files.ts'
import { conversationFileBytes, tenantFileShare } from '../../limits.ts'
import type { Attachments } from '../../providers/attachments.ts'
import { conversationFile } from '../../schema/conversations.ts'

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** @throws Refusal 409 where the landlord's storage, or the tenant's share of it, is full. Concurrent uploads may exceed it a little. */
async function assertRoom(db: Database, landlordId: string, tenantId: string | null): Promise<void> {
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

async function store(files: Attachments, landlordId: string, body: Uint8Array) {
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

/** `files` scans what it stores. */
export const conversationFileRoutes = (files: Attachments) => [
  serve(addConversationFile, async ({ actor, query, body, db, clock }) => {
    const { landlordId } = actor
    const tenantId = actor.role === 'tenant' ? actor.tenantId : null
    if (!landlordId || (actor.role === 'tenant' && tenantId === null))
      return refuse('not-linked', 'Your account is not linked to a landlord yet.')
    await assertRoom(db, landlordId, tenantId)
    const stored = await store(files, landlordId, body)
    const [made] = await db.transaction(actor, (tx) =>
      tx
        .insert(conversationFile)
        .values({
          ...stored,
          landlordId,
          tenantId,
          userId: actor.userId,
          name: fileNameOf(query.name, stored.kind),
          createdAt: clock.now().toISOString(),
        })
        .returning(),
    )
    if (!made) throw new Error('insert returned no row')
    return fileOf(made)
  }),

  serve(fileEndpoint, async ({ actor, params, request, db, log }) => {
    // Row level security limits a tenant to files of their own conversations.
    const [found] = await db.read(
      actor,
      (sql) =>
        sql<
          { blobName: string; kind: 'image' | 'pdf'; name: string }[]
        >`select blob_name, kind, name from conversation_file where landlord_id = ${actor.landlordId || null}::uuid and id = ${params.id}`,
    )
    if (!found || (found.kind === 'pdf') !== (params.size === 'file')) return notFound('File')
    const isImage = found.kind === 'image'
    const name = encodeURIComponent(found.name)
    return replyWithFile(
      {
        noun: 'File',
        id: params.id,
        contentType: isImage ? encodedImageType : 'application/pdf',
        contentDisposition: isImage ? 'inline' : `attachment; filename*=UTF-8''${name}`,
        read: () =>
          isImage
            ? files.get('picture', found.blobName, params.size as PhotoSize)
            : files.get('paper', found.blobName, 'file'),
      },
      { request, log },
    )
  }),
]
