import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadPaceMs } from '../../limits.ts'
import { readFile } from './read-body.ts'
import { createUploadLimit } from './upload-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const KB = 1024
/** A file that brings so many bytes every three seconds, ten times; one that brings none never ends. */
function fileOf(bytes: number, seen = { cancelled: false }): Request {
  let timer: NodeJS.Timeout | undefined
  let left = 10
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        if (bytes > 0) controller.enqueue(new Uint8Array(bytes))
        if (bytes > 0 && --left === 0) {
          clearInterval(timer)
          controller.close()
        }
      }, 3000)
    },
    cancel() {
      clearInterval(timer)
      seen.cancelled = true
    },
  })
  return new Request('http://keyhold.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test.each([
  ['nothing', 0],
  ['too little', KB],
])('an upload that brings %s in `uploadPaceMs` is cancelled, and the next one starts', async (_, bytes) => {
  const limit = createUploadLimit({ perCaller: 1, total: 1 })
  const seen = { cancelled: false }
  const slow = limit('a', () => readFile(fileOf(bytes, seen), 1000 * KB)).catch((error: unknown) => error)
  const next = limit('b', async () => 'started')
  await vi.advanceTimersByTimeAsync(uploadPaceMs)
  expect(await slow).toMatchObject({ code: 'unreadable-body', message: expect.stringContaining('stalled') })
  expect([await next, seen.cancelled]).toEqual(['started', true])
})

test('a slow upload that keeps its pace is read to the end, and no further than its limit', async () => {
  const read = readFile(fileOf(40 * KB), 1000 * KB)
  await vi.advanceTimersByTimeAsync(40_000)
  expect((await read).length).toBe(400 * KB)
  const seen = { cancelled: false }
  const large = readFile(fileOf(40 * KB, seen), 100 * KB).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await large).toMatchObject({ code: 'payload-too-large' })
  expect([seen.cancelled, vi.getTimerCount()]).toEqual([true, 0])
})
