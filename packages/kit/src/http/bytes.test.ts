import { randomBytes } from 'node:crypto'
import { endpoint } from '@keyhold/contracts/endpoint'
import { route } from '@keyhold/contracts/route'
import { addPhoto, type Photo, photoFile } from '@keyhold/contracts/properties/property-photos'
import { landlords } from '@keyhold/contracts/roles'
import { byteStream, bytes as bytesOf } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCall, httpSend, type Send } from './call.ts'
import { type Listening, listen, serviceApp } from '../runtime/http-server.ts'
import { silentLog } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { notFound } from './problem.ts'
import type { ServiceRequest } from './request.ts'
import { Reply, serve } from './serve.ts'
import { defineService } from '../runtime/service.ts'
import { actors, startTestApp, type TestApp } from '../testing/test-app.ts'

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
const absent = '019a0000-0000-7000-8000-000000000000'

/** Answers what it saw of an upload, and with every byte there is. */
const album = defineService({
  name: 'properties',
  config: z.object({}),
  build: () => ({
    routes: [
      serve(addPhoto, async ({ params, body, request }) => {
        const saw = {
          position: body.length,
          isCover: false,
          url: Buffer.from(body).toString('hex'),
          cardUrl: request.text,
          thumbnailUrl: '',
        }
        return { id: v7(), propertyId: params.id, ...saw, width: 1, height: 1, createdAt: '2026-03-15T15:00:00.000Z' }
      }),
      serve(photoFile, async ({ params }) => {
        if (params.id === absent) notFound('Photo')
        return new Reply(everyByte, [
          ['content-type', 'image/webp'],
          ['cache-control', 'private'],
        ])
      }),
    ],
  }),
})

const longFile = endpoint(route('GET', '/api/long-files/:id', landlords), {
  params: { id: z.enum(['whole', 'broken', 'absent']) },
  response: byteStream,
  summary: 'A file that is made while it is sent',
})
const parts = 200
const part = Buffer.alloc(64 * 1024, 'x')
let sent = 0
async function* longFileOf(kind: string) {
  if (kind === 'absent') notFound('File')
  for (sent = 0; sent < parts; sent++) {
    if (kind === 'broken' && sent === 3) throw new Error('the disk is full')
    yield part
  }
}
const makeNote = endpoint(route('POST', '/api/notes', landlords), {
  status: 201,
  encoding: 'bytes',
  body: bytesOf,
  response: z.object({ id: z.string() }),
  summary: 'Keep bytes as a note',
})
const notes = defineService({
  name: 'maintenance',
  config: z.object({}),
  migrations: new URL('../testing/idempotency-fixture/', import.meta.url),
  build: () => ({
    routes: [
      serve(longFile, async ({ params }) => new Reply(longFileOf(params.id), [['content-type', 'text/plain']])),
      serve(makeNote, async ({ actor, db }) =>
        db.transaction(actor, async (tx) => {
          const [row] = await tx.execute<{ id: string }>(
            sql`insert into note (landlord_id, text) values (${actor.landlordId}, 'bytes') returning id`,
          )
          return { id: row?.id ?? '' }
        }),
      ),
    ],
  }),
})

const ann = actors.landlord()
const secret = 'a secret of at least 32 characters'
let app: TestApp
let listening: Listening
let wire: ReturnType<typeof httpSend>
beforeAll(async () => {
  app = await startTestApp([album, notes])
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

describe.each([
  ['in memory', (): Send => app.runtime.send],
  ['over HTTP', (): Send => wire.send],
])('bytes %s', (_, send) => {
  const request = (over: Partial<ServiceRequest>): ServiceRequest => ({
    actor: ann,
    params: {},
    query: {},
    body: '',
    requestId: 'r-1',
    ip: '',
    secure: true,
    header: () => undefined,
    ...over,
  })
  const upload = async (body: Uint8Array) => {
    const answer = await send()('properties', addPhoto, request({ params: { id: v7() }, body }))
    return { status: answer.status, ...(JSON.parse(String(answer.body)) as Photo) }
  }

  it.each([
    ['every byte', everyByte],
    ['what is no UTF-8', Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80])],
    ['2 MB', randomBytes(2_000_000)],
    ['nothing', Buffer.alloc(0)],
  ])('%s arrives as it was sent', async (__, bytes) => {
    const { status, url, position, cardUrl } = await upload(bytes)
    expect([status, position, url === bytes.toString('hex'), cardUrl]).toEqual([201, bytes.length, true, ''])
  })

  it('leave as they are, with their type, and a refusal stays a problem', async () => {
    const { status, body, headers } = await send()(
      'properties',
      photoFile,
      request({ params: { id: v7(), size: 'card' } }),
    )
    expect([status, Buffer.from(body as Uint8Array).equals(everyByte)]).toEqual([200, true])
    expect(headers).toContainEqual(['content-type', 'image/webp'])
    expect(headers).toContainEqual(['cache-control', 'private'])
    const refused = await send()('properties', photoFile, request({ params: { id: absent, size: 'card' } }))
    expect([refused.status, JSON.parse(String(refused.body))]).toMatchObject([404, { code: 'not-found' }])
  })

  const ask = (id: string) => send()('maintenance', longFile, request({ params: { id } }))
  const streamOf = async (id: string) => (await ask(id)).stream as AsyncIterable<Uint8Array>
  const sizeOf = async (stream: AsyncIterable<Uint8Array>) => {
    let size = 0
    for await (const bytes of stream) size += bytes.length
    return size
  }

  it('that are made while they are sent arrive in full, and no faster than they are read', async () => {
    let [read, lead] = [0, 0]
    for await (const bytes of await streamOf('whole')) {
      read += bytes.length
      await new Promise((resolve) => setImmediate(resolve))
      lead = Math.max(lead, sent * part.length - read)
    }
    expect(read).toBe(parts * part.length)
    expect(lead).toBeLessThan(read / 2)
  })

  it('that cannot be made are a problem at first, and an error to the reader later', async () => {
    const refused = await ask('absent')
    expect([refused.status, JSON.parse(String(refused.body))]).toMatchObject([404, { code: 'not-found' }])
    await expect(streamOf('broken').then(sizeOf)).rejects.toThrow()
  })

  it('of a file reach a service that calls for it, both ways', async () => {
    const call = createCall(send())
    expect(Buffer.from(await call(photoFile, ann, { params: { id: v7(), size: 'card' } })).equals(everyByte)).toBe(true)
    expect(await call(addPhoto, ann, { params: { id: v7() }, body: everyByte })).toMatchObject({
      url: everyByte.toString('hex'),
    })
  })
})

it('one Idempotency-Key is one upload; with other bytes, if only in one bit, it is refused', async () => {
  const send = (body: Uint8Array, key: string) => app.send(makeNote, ann, { body, headers: { 'idempotency-key': key } })
  const other = Buffer.from(everyByte)
  other[200] = 0
  const first = await send(everyByte, 'k1')
  const again = await send(Uint8Array.from(everyByte), 'k1')
  expect([first.status, again.status, again.body.id, again.headers['idempotency-replayed']]).toEqual([
    201,
    201,
    first.body.id,
    'true',
  ])
  expect((await send(other, 'k1')).problem.code).toBe('idempotency-key-reused')
  expect((await send(other, 'k2')).body.id).not.toBe(first.body.id)
})

it('a call that answers bytes says of which type, and is not repeatable by key', async () => {
  const untyped = serve(photoFile, async () => everyByte)
  const tools = { db: app.db('maintenance'), call: app.runtime.call, clock: app.clock, log: silentLog }
  const body = '' as const
  const request = {
    actor: ann,
    params: { id: absent, size: 'card' },
    query: {},
    body,
    requestId: 'r',
    ip: '',
    secure: true,
    header: () => undefined,
  }
  expect((await untyped.answer(request, tools)).status).toBe(500)
  const made = endpoint(route('POST', '/api/files', landlords), { response: bytesOf, summary: 'A file' })
  expect(() => serve(made, async () => everyByte)).toThrow('idempotent')
})
