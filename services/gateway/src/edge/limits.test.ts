import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUploads, readFile } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const KB = 1024
/** A file that brings so many bytes every three seconds, ten times; without an end where it brings none. */
function fileOf(bytes: number, heard = { cancelled: false }): Request {
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
      heard.cancelled = true
    },
  })
  return new Request('http://keyhold.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test.each([
  ['nothing', 0],
  ['a trickle', KB],
])('a file that brings %s gives its place to the others after ten seconds', async (_, bytes) => {
  const uploads = createUploads({ perCaller: 1, atOnce: 1 })
  const heard = { cancelled: false }
  const slow = uploads('a', () => readFile(fileOf(bytes, heard), 1000 * KB)).catch((error: unknown) => error)
  const next = uploads('b', async () => 'in')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await slow).toMatchObject({ code: 'unreadable-body', message: expect.stringContaining('stopped on its way') })
  expect([await next, heard.cancelled]).toEqual(['in', true])
})

test('a file on a slow line that keeps coming is read to its end, and no further than its limit', async () => {
  const read = readFile(fileOf(40 * KB), 1000 * KB)
  await vi.advanceTimersByTimeAsync(40_000)
  expect((await read).length).toBe(400 * KB)
  const heard = { cancelled: false }
  const large = readFile(fileOf(40 * KB, heard), 100 * KB).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await large).toMatchObject({ code: 'payload-too-large' })
  expect([heard.cancelled, vi.getTimerCount()]).toEqual([true, 0])
})
