import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyGraceMs, bodyPaceMs, fileBytesPerOwner, slowestBytesPerSecond, textBytesPerOwner } from '../../limits.ts'
import { createAdmission } from './admission.ts'
import { createSpool } from './spool.ts'

const KB = 1024
const folder = mkdtempSync(join(tmpdir(), 'keyhold-spool-'))
const admissionOf = (options: Partial<Parameters<typeof createSpool>[0]> = {}) =>
  createAdmission(createSpool({ folder, memoryBytes: 64 * 1024 * KB, totalBytes: 1e9, ...options }))
const file = (caller: string, maxBody = 1000 * KB) => ({
  endpoint: { encoding: 'bytes' as const, maxBody },
  caller,
  owner: caller,
})
const text = (caller: string, maxBody: number) => ({
  ...file(caller),
  endpoint: { encoding: 'json' as const, maxBody },
})

const requestWith = (body: BodyInit, headers = {}) =>
  new Request('http://keyhold.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error)

/** A body that is sent by hand. */
function byHand() {
  const seen = { cancelled: false }
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const request = requestWith(
    new ReadableStream<Uint8Array>({
      start: (one) => void (controller = one),
      cancel: () => void (seen.cancelled = true),
    }),
  )
  const send = (bytes: number, value = 1) => controller.enqueue(new Uint8Array(bytes).fill(value))
  return { request, seen, send, end: () => controller.close() }
}

describe('a body on its way', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** Sends so many bytes every three seconds, `times` times. */
  async function drip(bytes: number, times: number, { send, seen }: ReturnType<typeof byHand>) {
    for (let i = 0; i < times && !seen.cancelled; i++) {
      await vi.advanceTimersByTimeAsync(3000)
      if (bytes > 0 && !seen.cancelled) send(bytes)
    }
  }

  test.each([
    ['nothing', 0],
    ['too little', KB],
  ])('that brings %s in an interval is cancelled', async (_, bytes) => {
    const sent = byHand()
    const slow = failure(admissionOf().admit(sent.request, file('a'), async () => 'done'))
    await drip(bytes, 3, sent)
    await vi.advanceTimersByTimeAsync(bodyPaceMs)
    expect(await slow).toMatchObject({ code: 'unreadable-body', message: expect.stringContaining('stalled') })
    expect([sent.seen.cancelled, vi.getTimerCount()]).toEqual([true, 0])
  })

  test('that keeps its pace is taken to the end, and no further than its limit', async () => {
    const sent = byHand()
    const size = admissionOf().admit(sent.request, file('a'), async (body) => body.length)
    await drip(40 * KB, 10, sent)
    sent.end()
    expect(await size).toBe(400 * KB)
    const large = byHand()
    const refused = failure(admissionOf().admit(large.request, file('a', 100 * KB), async () => 'done'))
    await drip(40 * KB, 10, large)
    expect(await refused).toMatchObject({ code: 'payload-too-large' })
    expect([large.seen.cancelled, vi.getTimerCount()]).toEqual([true, 0])
  })

  test('has the time that its length needs at the slowest rate, and no more', async () => {
    const sent = byHand()
    const length = 20_000 * KB
    const slow = failure(admissionOf().admit(sent.request, file('a', length), async () => 'done'))
    const seconds = bodyGraceMs / 1000 + length / slowestBytesPerSecond
    // A third of the slowest rate, above the pace.
    await drip(64 * KB, Math.floor(seconds / 3), sent)
    expect(sent.seen.cancelled).toBe(false)
    await drip(64 * KB, 2, sent)
    expect(await slow).toMatchObject({ code: 'unreadable-body' })
  })

  test('takes no place: uploads of others, and texts, go on beside any number of slow ones', async () => {
    const admission = admissionOf()
    const slow = Array.from({ length: 18 }, (_, i) => {
      const sent = byHand()
      sent.send(100 * KB)
      return failure(admission.admit(sent.request, file(`bot ${i % 6}`), async () => 'done'))
    })
    expect(await admission.admit(requestWith('photo'), file('ann'), async (body) => body.toString())).toBe('photo')
    await vi.advanceTimersByTimeAsync(2 * bodyPaceMs)
    for (const one of slow) expect(await one).toMatchObject({ code: 'unreadable-body' })
  })
})

test('a large body waits in a file without a name, and is handed over as it was sent', async () => {
  const admission = admissionOf({ memoryBytes: 10 })
  const sent = byHand()
  const body = admission.admit(sent.request, file('ann'), async (bytes) => bytes.toString())
  for (const one of ['a', 'bcd', 'x'.repeat(100_000), 'end']) sent.send(one.length, one.charCodeAt(0))
  sent.end()
  expect(await body).toBe(`a${'b'.repeat(3)}${'x'.repeat(100_000)}${'e'.repeat(3)}`)
  expect(readdirSync(folder)).toEqual([])
})

test('when the files are full, the owner with most in them loses the body that began last', async () => {
  const admission = admissionOf({ memoryBytes: 0, totalBytes: 1000 })
  const bodies = ['ann', 'bot', 'bot'].map((caller, i) => {
    const sent = byHand()
    sent.send([300, 300, 300][i]!)
    return { ...sent, done: failure(admission.admit(sent.request, file(caller), async (body) => body.length)) }
  })
  const [ann, first, last] = bodies
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]))
  ann!.send(200)
  expect(await last!.done).toMatchObject({ code: 'unavailable', retryAfter: 10 })
  ann!.end()
  first!.end()
  expect([await ann!.done, await first!.done]).toEqual([500, 300])
})

test.each([
  ['files', file, fileBytesPerOwner],
  ['texts', text, textBytesPerOwner],
])('%s of one landlord in work have a limit in bytes, and those of another come in between', async (_, of, most) => {
  const admission = admissionOf({ memoryBytes: 0 })
  const order: string[] = []
  const ends: (() => void)[] = []
  const add = (owner: string, bytes: number) =>
    admission.admit(requestWith(new Uint8Array(bytes)), of(owner, most), () => {
      order.push(owner)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [add('ann', most / 2 + 1), add('ann', most / 2 + 1)]
  await vi.waitFor(() => expect(order).toEqual(['ann']))
  all.push(add('ben', 100))
  await vi.waitFor(() => expect(order).toEqual(['ann', 'ben']))
  ends[0]!()
  await vi.waitFor(() => expect(order).toEqual(['ann', 'ben', 'ann']))
  for (const end of ends) end()
  await Promise.all(all)
})
