import type { ConversationFile } from '@keyhold/contracts/messaging/conversations-files'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Attachments } from '../../providers/attachments.ts'
import { conversationFile } from '../../schema/conversations.ts'

type FileRow = typeof conversationFile.$inferSelect

/** A file as the API answers it. */
export function fileOf({ id, name, kind, width, height }: FileRow): ConversationFile {
  const url = `/api/conversation-files/${id}`
  const isImage = kind === 'image'
  return {
    id,
    name,
    kind,
    width,
    height,
    url: `${url}/${isImage ? 'full' : 'file'}`,
    thumbnailUrl: isImage ? `${url}/card` : null,
  }
}

interface Sent {
  landlordId: string
  /** Who reads the conversation besides the landlord. */
  tenantId: string | null
  userId: string
  messageId: string
  fileIds: readonly string[]
}

/** Makes files that the sender has chosen part of a message. @throws Refusal 400 where one was sent already, is another's, or was removed */
export async function attachFiles(tx: Tx, files: Attachments, sent: Sent): Promise<void> {
  const { landlordId, tenantId, userId, messageId, fileIds } = sent
  if (fileIds.length === 0) return
  const attached = await tx
    .update(conversationFile)
    .set({ messageId, tenantId })
    .where(
      and(
        eq(conversationFile.landlordId, landlordId),
        eq(conversationFile.userId, userId),
        inArray(conversationFile.id, [...fileIds]),
        isNull(conversationFile.messageId),
      ),
    )
    .returning()
  if (attached.length !== new Set(fileIds).size)
    refuse('invalid-input', 'A file of this message is not stored any more. Please choose it again.')
  for (const { removalId, blobName } of attached) await files.claim(tx, { removalId, blobName })
}
