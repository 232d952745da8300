import { photoSizeNames } from '@keyhold/contracts/photos'
import type { FileStore } from './file-store.ts'
import { photoType } from './images.ts'
import type { Log } from '../runtime/log.ts'
import { notFound } from '../http/problem.ts'
import type { ForwardedHeader } from '../http/request.ts'
import { Reply } from '../http/serve.ts'

interface Asked {
  /** The photo as the caller may see it; undefined: there is none for them. */
  found: { blobName: string } | undefined
  params: { id: string; size: string }
  request: { header(name: ForwardedHeader): string | undefined }
  log: Log
}

const etag = '"1"'

/**
 * Answers with the file of a photo. An address never shows another picture, so a browser keeps it; but whether this caller may see it is asked
 * each time, since they may have moved or signed out. @throws Refusal 404
 */
export async function photoFileOf(
  files: Pick<FileStore<{ photo: typeof photoSizeNames }>, 'get'>,
  { found, params, request, log }: Asked,
): Promise<Reply<Uint8Array>> {
  const size = photoSizeNames.find((name) => name === params.size)
  if (!found || !size) notFound('Photo')
  const headers: [string, string][] = [
    ['content-type', photoType],
    ['cache-control', 'private, no-cache'],
    ['etag', etag],
    ['content-disposition', 'inline'],
  ]
  if (request.header('if-none-match') === etag) return new Reply(new Uint8Array(), headers)
  const bytes = await files.get('photo', found.blobName, size)
  if (!bytes) {
    log.error({ photoId: params.id, blobName: found.blobName }, 'the file of a photo is missing in the store')
    notFound('Photo')
  }
  return new Reply(bytes, headers)
}
