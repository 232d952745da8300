import { addConversationFile, conversationFile as fileEndpoint } from '@keyhold/contracts/messaging/conversations-files'
import type { PhotoSize } from '@keyhold/contracts/photos'
import { encodedImageType } from '@keyhold/kit/files/images'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { fileNameOf } from '../../domain/conversations/file-names.ts'
import { fileOf } from '../../domain/conversations/files.ts'
import { assertRoom, storeFile } from '../../domain/conversations/store-file.ts'
import type { Attachments } from '../../providers/attachments.ts'
import { conversationFile } from '../../schema/conversations.ts'

/** `files` scans what it stores. */
export const conversationFileRoutes = (files: Attachments) => [
  serve(addConversationFile, async ({ actor, query, body, db, clock }) => {
    const { landlordId } = actor
    const tenantId = actor.role === 'tenant' ? actor.tenantId : null
    if (!landlordId || (actor.role === 'tenant' && tenantId === null))
      return refuse('not-linked', 'Your account is not linked to a landlord yet.')
    await assertRoom(db, landlordId, tenantId)
    const stored = await storeFile(files, landlordId, body)
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
