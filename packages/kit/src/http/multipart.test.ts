import { randomBytes } from 'node:crypto'
import { endpoint } from '@keyhold/contracts/endpoint'
import { route } from '@keyhold/contracts/route'
import type { Problem } from '@keyhold/contracts/errors'
import { landlords } from '@keyhold/contracts/roles'
import { line, money, optional, sentFile } from '@keyhold/contracts/scalars'
import { createImport } from '@keyhold/contracts/tenancy/imports'
import { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCall, httpSend, type Send } from './call.ts'
import { type Listening, listen, serviceApp } from '../runtime/http-server.ts'
import { silentLog } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { readParts, writeParts } from './multipart.ts'
import type { ForwardedHeader } from './request.ts'
import { serve } from './serve.ts'
import { defineService } from '../runtime/service.ts'
import { actors, startTestApp, type TestApp } from '../testing/test-app.ts'

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

const keepPaper = endpoint(route('POST', '/api/papers', landlords), {
  status: 201,
  encoding: 'multipart',
  body: z.object({
    file: sentFile('Choose a file'),
    title: line(20, 'Title is required'),
    fee: money(1, 'A fee is an amount above zero').optional(),
    note: optional(line(20)),
  }),
  response: z.object({ id: z.string(), saw: z.record(z.string(), z.unknown()), name: z.string(), hex: z.string() }),
  summary: 'Keep a paper',
})
/** Answers what it saw, and makes a record of it. */
const papers = defineService({
  name: 'maintenance',
  config: z.object({}),
  migrations: new URL('../testing/idempotency-fixture/', import.meta.url),
  build: () => ({
    routes: [
      serve(keepPaper, async ({ actor, body: { file, ...saw }, request, db }) => {
        expect(request.text).toBe('')
        return db.transaction(actor, async (tx) => {
          const [row] = await tx.execute<{ id: string }>(
            sql`insert into note (landlord_id, text) values (${actor.landlordId}, ${saw.title}) returning id`,
          )
          return { id: row?.id ?? '', saw, name: file.name, hex: Buffer.from(file.bytes).toString('hex') }
        })
      }),
    ],
  }),
})
/** One that other services can call, being in the contracts. */
const imports = defineService({
  name: 'tenancy',
  config: z.object({}),
  build: () => ({
    routes: [
      serve(createImport, async ({ actor, body: { file } }) => ({
        id: v7(),
        landlordId: actor.landlordId,
        fileName: file.name,
        status: 'checked' as const,
        total: file.bytes.length,
        questions: { home: 0, term: 0 },
        begun: 0,
        counts: { question: 0, valid: 0, invalid: 0, imported: 0, failed: 0, undone: 0, kept: 0 },
        unknownColumns: [Buffer.from(file.bytes).toString('hex')],
        createdAt: '2026-03-15T15:00:00.000Z',
        updatedAt: '2026-03-15T15:00:00.000Z',
      })),
    ],
  }),
})

const ann = actors.landlord()
const secret = 'a secret of at least 32 characters'
let app: TestApp
let listening: Listening
let wire: ReturnType<typeof httpSend>
beforeAll(async () => {
  app = await startTestApp([papers, imports])
  listening = await listen(serviceApp({ runtime: app.runtime, secret, metrics: createMetrics(), log: silentLog }), {
    port: 0,
    host: '127.0.0.1',
  })
  wire = httpSend({ secret, urlOf: () => listening.url })
})
afterAll(async () => {
  await wire.close()
  await listening.drain()
  await app.stop()
})

type Paper = z.output<typeof keepPaper.response>
const file = { name: 'lease.pdf', bytes: everyByte }

/** A body written by hand: `part` is everything between two boundaries. */
const written = (boundary: string, ...parts: string[]) => ({
  bytes: Buffer.from([...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('')),
  type: `multipart/form-data; boundary=${boundary}`,
})
const field = (name: string, value: string) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`
const fileField = (name: string, value = 'x') =>
  `content-disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\n${value}`

describe.each([
  ['in memory', (): Send => app.runtime.send],
  ['over HTTP', (): Send => wire.send],
])('a form with a file %s', (_, sender) => {
  const send = async ({ bytes, type }: { bytes: Uint8Array; type: string | undefined }, key?: string) => {
    const headers: Partial<Record<ForwardedHeader, string | undefined>> = {
      'content-type': type,
      'idempotency-key': key,
    }
    const header = (name: ForwardedHeader) => headers[name]
    const request = { actor: ann, params: {}, query: {}, body: bytes, requestId: 'r-1', ip: '', secure: true, header }
    const answer = await sender()('maintenance', keepPaper, request)
    const body: unknown = JSON.parse(String(answer.body))
    const isReplay = answer.headers.some(([name]) => name === 'idempotency-replayed')
    return { status: answer.status, isReplay, paper: body as Paper, problem: body as Problem }
  }

  it('arrives as it was sent, parsed by its contract', async () => {
    const { status, paper } = await send(
      await writeParts({ file, title: ' Lease ', fee: 12.5, note: null, unknown: 'left out' }),
    )
    expect([status, paper.saw, paper.name, paper.hex]).toEqual([
      201,
      { title: 'Lease', fee: 12.5 },
      'lease.pdf',
      everyByte.toString('hex'),
    ])
  })
  it.each([
    ['of 2 MB', 'a.bin', randomBytes(2_000_000)],
    ['of nothing', 'empty.csv', Buffer.alloc(0)],
    ['that holds line ends and dashes', 'a.txt', Buffer.from('\r\n--\r\n------\r\n\r\n--x--')],
    ['of another alphabet', 'Vertrag für "Ä" 契約.pdf', Buffer.from('x')],
    ['with a path for a name', '../../etc/passwd', Buffer.from('x')],
  ])('takes a file %s', async (__, name, bytes) => {
    const { status, paper } = await send(await writeParts({ file: { name, bytes }, title: 'A' }))
    expect([status, paper.name, paper.hex === bytes.toString('hex')]).toEqual([201, name, true])
  })
  it('keeps a name that means something to JavaScript a mere name', async () => {
    const { status, paper } = await send(
      await writeParts({ file, title: 'A', ...JSON.parse('{"__proto__":"x"}'), constructor: 'y' }),
    )
    expect([status, Object.keys(paper.saw)]).toEqual([201, ['title']])
    expect(Reflect.get({}, 'x')).toBeUndefined()
  })

  it('without the file is refused with the contract’s sentence, and so is a text in its place', async () => {
    for (const parts of [{ title: 'A' }, { file: 'lease.pdf', title: 'A' }])
      expect((await send(await writeParts(parts))).problem).toMatchObject({
        status: 400,
        code: 'invalid-input',
        detail: 'Choose a file.',
        issues: [{ path: 'file', message: 'Choose a file' }],
      })
    expect((await send(await writeParts({}))).problem.issues?.map(({ path }) => path)).toEqual(['file', 'title'])
    expect((await send(await writeParts({ file, title: file }))).problem).toMatchObject({
      code: 'invalid-input',
      detail: 'Title is required.',
    })
  })
  it.each([
    ['nothing', { bytes: Buffer.alloc(0), type: 'multipart/form-data; boundary=b' }],
    ['JSON that says it is a form', { bytes: Buffer.from('{"title":"A"}'), type: 'multipart/form-data; boundary=b' }],
    ['JSON', { bytes: Buffer.from('{"title":"A"}'), type: 'application/json' }],
    ['no boundary', { ...written('b', field('title', 'A')), type: 'multipart/form-data' }],
    ['another boundary', { ...written('b', field('title', 'A')), type: 'multipart/form-data; boundary=c' }],
    ['no type', { ...written('b', field('title', 'A')), type: undefined }],
    [
      'a form that was cut off',
      { ...written('b'), bytes: written('b', field('title', 'A'), fileField('file')).bytes.subarray(0, -10) },
    ],
    ['a part without a name', written('b', 'content-type: text/plain\r\n\r\nx')],
    ['bytes', { bytes: everyByte, type: 'multipart/form-data; boundary=b' }],
  ])('that cannot be read is 400: %s', async (__, body) => {
    expect((await send(body)).problem).toMatchObject({ status: 400, code: 'unreadable-body' })
  })

  it('is the same between other boundaries: one Idempotency-Key is one record', async () => {
    const key = v7()
    const same = (boundary: string) => written(boundary, field('title', 'A'), fileField('file', 'the same'))
    const first = await send(same('one'), key)
    const again = await send(same('quite-another'), key)
    expect([first.status, first.isReplay, again.status, again.isReplay]).toEqual([201, false, 201, true])
    expect(again.paper).toEqual(first.paper)
    for (const other of [
      written('one', field('title', 'A'), fileField('file', 'the samf')),
      written('one', field('title', 'B'), fileField('file', 'the same')),
      written('one', field('title', 'A'), fileField('file', 'the same').replace('a.txt', 'b.txt')),
      written('one', field('title', 'A'), fileField('file', 'the same'), field('note', 'x')),
    ])
      expect((await send(other, key)).problem).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
    expect((await send(same('one'), v7())).paper.id).not.toBe(first.paper.id)
  })

  it('reaches a service from another one that calls it', async () => {
    const call = createCall(sender())
    const made = await call(createImport, ann, { body: { file: { name: 'tenants.csv', bytes: everyByte } } })
    expect(made).toMatchObject({ fileName: 'tenants.csv', total: 256, unknownColumns: [everyByte.toString('hex')] })
    await expect(call(createImport, ann, { body: {} as never })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Choose a CSV file.',
    })
  })
})

describe('a form that is slow to parse by design', () => {
  const size = 24 * 1024 * 1024
  /** In microseconds. */
  const secondOfCpu = 1_000_000
  const fill = (unit: string) => unit.repeat(size / unit.length)
  it.each([
    ['of a great many parts', Buffer.from(`${fill(`--b\r\n${field('a', '')}\r\n`)}--b--\r\n`)],
    ['of a great many headings', written('b', `${fill('a:b\r\n')}${field('a', '')}`).bytes],
    ['of headings without an end', Buffer.from(`--b\r\n${fill('a:b\r\n')}`)],
    ['of boundaries alone', Buffer.from(fill('--b'))],
  ])('%s is refused before it is parsed', async (_, bytes) => {
    // Parsing any of them takes several seconds. CPU time, since other tests run on this machine.
    const before = process.cpuUsage()
    await expect(readParts(bytes, 'multipart/form-data; boundary="b"')).rejects.toMatchObject({
      code: 'unreadable-body',
    })
    expect(process.cpuUsage(before).user).toBeLessThan(secondOfCpu)
  })
  it.each([
    'multipart/form-data; boundary=c, multipart/form-data; boundary=b',
    'multipart/form-data; boundary=c; boundary=b',
    'multipart/form-data; boundary=c, application/x-www-form-urlencoded',
  ])('is also refused when its content type is ambiguous: %s', async (type) => {
    const bytes = Buffer.from(type.endsWith('=b') ? `${fill(`--b\r\n${field('a', '')}\r\n`)}--b--\r\n` : fill('a=b&'))
    const before = process.cpuUsage()
    await expect(readParts(bytes, type)).rejects.toMatchObject({ code: 'unreadable-body' })
    expect(process.cpuUsage(before).user).toBeLessThan(secondOfCpu)
  })
  it('is not one with up to 99 fields', async () => {
    const many = Array.from({ length: 100 - 1 }, (_, n) => field(`f${n}`, 'x'))
    const { bytes, type } = written('b', ...many)
    expect(Object.keys(await readParts(bytes, type))).toHaveLength(99)
    const more = written('b', ...many, field('g', 'x'))
    await expect(readParts(more.bytes, more.type)).rejects.toThrow('too many parts')
  })
})
