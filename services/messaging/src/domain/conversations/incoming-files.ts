import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { filesPerMessage } from '@keyhold/contracts/messaging/conversations-messages'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Attachments } from '../../providers/attachments.ts'
import { conversationFile } from '../../schema/conversations.ts'
import { fileNameOf } from './file-names.ts'
import { assertRoom, storeFile } from './store-file.ts'

export interface IncomingFile {
  name: string
  bytes: Uint8Array
}

type Stored = Awaited<ReturnType<typeof storeFile>> & { name: string }

/** Files of a mail or a text, ready for their message, and why others were left out: in words for the thread. */
export interface IncomingFiles {
  stored: Stored[]
  leftOut: string[]
}

const withoutControls = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cs}/\\]/gu, ' ')
    .trim()
    .slice(0, 200)

/** Stores files as uploads are: type by content, limits of size and room, scanned. What is refused is named and not kept. Never inside a transaction. */
export async function storeIncoming(
  files: Attachments,
  db: Database,
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
  incoming: readonly IncomingFile[],
): Promise<IncomingFiles> {
  const stored: Stored[] = []
  const leftOut: string[] = []
  for (const { name: given, bytes } of incoming) {
    const name = withoutControls(given) || 'Attachment'
    if (stored.length === filesPerMessage) leftOut.push(`${name}: at most ${filesPerMessage} files`)
    else if (bytes.length > maxPhotoBytes) leftOut.push(`${name}: too large`)
    else
      try {
        await assertRoom(db, landlordId, tenantId)
        const file = await storeFile(files, landlordId, bytes)
        stored.push({ ...file, name: fileNameOf(name, file.kind) })
      } catch (error) {
        // A store or a scanner that is away is tried again; what it refuses is not.
        if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
        leftOut.push(`${name}: ${error.message}`)
      }
  }
  return { stored, leftOut }
}

/** What the thread says of files that were left out. */
export const leftOutNote = ({ leftOut }: IncomingFiles): string =>
  leftOut.length === 0 ? '' : `(Not kept: ${leftOut.join('; ')})`

/** Makes stored files part of a message that came in. */
export async function attachIncoming(
  tx: Tx,
  files: Attachments,
  { landlordId, tenantId, messageId }: { landlordId: string; tenantId: string; messageId: string },
  { stored }: IncomingFiles,
  now: Date,
): Promise<void> {
  for (const { removalId, blobName, ...file } of stored) {
    await tx.insert(conversationFile).values({
      ...file,
      removalId,
      blobName,
      landlordId,
      tenantId,
      messageId,
      // Nobody has an account here: the tenant whose mail or phone it came from.
      userId: tenantId,
      createdAt: now.toISOString(),
    })
    await files.claim(tx, { removalId, blobName })
  }
}
