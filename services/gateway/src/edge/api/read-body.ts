import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { uploadPaceBytes, uploadPaceMs } from '../../limits.ts'

/** The body as text. @throws Refusal 413 beyond `limit` bytes, before the rest is read */
export const readText = async (request: Request, limit: number): Promise<string> =>
  (await readBytes(request, limit)).toString('utf8')

/** The body as bytes. @throws Refusal 413 beyond `limit` bytes, before the rest is read; 400 when it is slower than `uploadPaceBytes` */
export const readFile = (request: Request, limit: number): Promise<Buffer> =>
  readBytes(request, limit, { bytes: uploadPaceBytes, ms: uploadPaceMs })

const sizeText = (bytes: number) =>
  bytes <= 1024 * 1024 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 1024 / 1024)} MB`
const empty = Buffer.alloc(0)

async function readBytes(request: Request, limit: number, pace?: { bytes: number; ms: number }): Promise<Buffer> {
  const refuseTooLarge = () => refuse('payload-too-large', `The request is too large: at most ${sizeText(limit)}.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) refuseTooLarge()
  if (!request.body) return empty
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let sizeBefore = 0
  let isStalled = false
  const paceTimer =
    pace &&
    setInterval(() => {
      isStalled = size - sizeBefore < pace.bytes
      sizeBefore = size
      if (isStalled) void reader.cancel().catch(() => {})
    }, pace.ms)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength
      if (size > limit) refuseTooLarge()
      chunks.push(next.value)
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    if (error instanceof Refusal) throw error
    // A client that disconnected is not our failure.
    throw new Refusal('unreadable-body', 'The request body ended too early.', { cause: error })
  } finally {
    clearInterval(paceTimer)
  }
  if (isStalled) refuse('unreadable-body', 'The upload stalled. Please try again.')
  return Buffer.concat(chunks, size)
}
