import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { bodyGraceMs, bodyPaceBytes, bodyPaceMs, slowestBytesPerSecond } from '../../limits.ts'
import type { Spool, Spooled } from './spool.ts'

/**
 * Takes in a body to its end. The caller closes it.
 * @throws Refusal 413 beyond `limit` bytes, before the rest is read; 400 when it stalls or is too slow for its length; 503 when there is no room for it
 */
export async function receiveBody(
  request: Request,
  { limit, owner, spool }: { limit: number; owner: string; spool: Spool },
): Promise<Spooled> {
  const refuseTooLarge = () => refuse('payload-too-large', `The request is too large: at most ${sizeText(limit)}.`)
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length > limit) refuseTooLarge()
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
  let cancelled: Refusal | undefined
  const cancel = (refusal: Refusal) => {
    cancelled ??= refusal
    void reader?.cancel().catch(() => {})
  }
  const body = spool.open(owner, () => cancel(uploadsFull()))
  const pace = setPace(body, length || limit, () => cancel(stalled()))
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      if (body.size + next.value.byteLength > limit) refuseTooLarge()
      await body.add(next.value)
    }
    if (cancelled) throw cancelled
    body.end()
    return body
  } catch (error) {
    void reader?.cancel().catch(() => {})
    await body.close()
    if (error instanceof Refusal) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw uploadsFull(error)
    // A client that disconnected is not our failure.
    throw new Refusal('unreadable-body', 'The request body ended too early.', { cause: error })
  } finally {
    pace.stop()
  }
}

const sizeText = (bytes: number) =>
  bytes <= 1024 * 1024 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 1024 / 1024)} MB`

const stalled = () => new Refusal('unreadable-body', 'The upload stalled. Please try again.')
const uploadsFull = (cause?: unknown) =>
  new Refusal('unavailable', 'Too many uploads are under way right now. Please try again in a moment.', {
    cause,
    retryAfter: 10,
  })

/** Calls `onStalled` when too little of a body of `length` bytes has come in an interval, or not all of it in the time that its length allows. */
function setPace(body: Spooled, length: number, onStalled: () => void): { stop(): void } {
  let before = 0
  const interval = setInterval(() => {
    if (body.size - before < bodyPaceBytes) onStalled()
    before = body.size
  }, bodyPaceMs)
  const deadline = setTimeout(onStalled, bodyGraceMs + (length / slowestBytesPerSecond) * 1000)
  return {
    stop() {
      clearInterval(interval)
      clearTimeout(deadline)
    },
  }
}
