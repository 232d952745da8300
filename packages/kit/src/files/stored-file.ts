import { notFound } from '../http/problem.ts'
import { Reply } from '../http/serve.ts'
import type { Log } from '../runtime/log.ts'

/** A stored file never changes, so one tag does for all of them. */
const etag = '"1"'

interface StoredFile {
  /** What it is, as an error says it: `Photo` not found. */
  noun: string
  id: string
  contentType: string
  contentDisposition: string
  /** Null where the store has no such file. */
  read: () => Promise<Uint8Array | null>
}

/**
 * Answers with a stored file that the caller may see. Browsers may store it but ask each time, since the caller may have lost access meanwhile.
 * @throws Refusal 404 where the file is missing in the store
 */
export async function replyWithFile(
  { noun, id, contentType, contentDisposition, read }: StoredFile,
  { request, log }: { request: { header: (name: 'if-none-match') => string | undefined }; log: Log },
): Promise<Reply<Uint8Array>> {
  const headers: [string, string][] = [
    ['content-type', contentType],
    ['cache-control', 'private, no-cache'],
    ['etag', etag],
    ['content-disposition', contentDisposition],
  ]
  if (request.header('if-none-match') === etag) return new Reply(new Uint8Array(), headers)
  const bytes = await read()
  if (!bytes) {
    log.error({ noun, id }, 'a file is missing in the store')
    return notFound(noun)
  }
  return new Reply(bytes, headers)
}
