import { endpoint } from '@keyhold/contracts/endpoint'
import { route } from '@keyhold/contracts/route'
import { landlords } from '@keyhold/contracts/roles'
import { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineService } from '../runtime/service.ts'
import { serve } from './serve.ts'
import { actors, startTestApp, type TestApp } from '../testing/test-app.ts'
import { until } from '../testing/wait.ts'

const makeNote = endpoint(route('POST', '/api/notes', landlords), {
  status: 201,
  body: z.object({ text: z.string() }),
  response: z.object({ id: z.string(), secret: z.string() }),
  summary: 'Make a note',
})

/** A service that counts, so that work done twice shows. */
const notes = defineService({
  name: 'maintenance',
  config: z.object({}),
  migrations: new URL('../testing/idempotency-fixture/', import.meta.url),
  build: () => ({
    routes: [
      serve(makeNote, async ({ actor, body, db }) => {
        const id = await db.transaction(actor, async (tx) => {
          const [row] = await tx.execute<{ id: string }>(
            sql`insert into note (landlord_id, text) values (${actor.landlordId}, ${body.text}) returning id`,
          )
          if (body.text === 'fail') throw new Error('after the write')
          return row?.id ?? ''
        })
        if (body.text === 'slow') await slow
        return { id, secret: `only-once-${id}` }
      }),
    ],
  }),
})

let finish = () => {}
const slow = new Promise<void>((resolve) => {
  finish = resolve
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([notes])
})
afterAll(() => app.stop())

const post = (actor: ReturnType<typeof actors.landlord>, text: string, key: string) =>
  app.send(makeNote, actor, { body: { text }, headers: { 'idempotency-key': key } })
const count = async (landlord: ReturnType<typeof actors.landlord>) =>
  (await app.db('maintenance').read<{ n: number }[]>(landlord, (read) => read`select count(*)::int as n from note`))[0]
    ?.n

it('the same key does the work once and gets the first answer again', async () => {
  const ann = actors.landlord()
  const first = await post(ann, 'a', 'k1')
  const again = await post(ann, 'a', 'k1')
  expect(first.status).toBe(201)
  expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } })
  expect(await count(ann)).toBe(1)
})

it('the same key with another body is refused', async () => {
  const ann = actors.landlord()
  await post(ann, 'a', 'k1')
  expect((await post(ann, 'b', 'k1')).problem).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
})

it('twenty at once with one key do the work once and all get its answer', async () => {
  const ann = actors.landlord()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(ann, 'a', 'k1')))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(await count(ann)).toBe(1)
})

it('one that comes between the work and its answer waits for the answer', async () => {
  const ann = actors.landlord()
  const first = post(ann, 'slow', 'k1')
  await until(async () => (await count(ann)) === 1, { what: 'the work to be done' })
  const second = post(ann, 'slow', 'k1')
  finish()
  expect((await second).body).toEqual((await first).body)
  expect((await second).status).toBe(201)
  expect(await count(ann)).toBe(1)
})

it('another caller may use the same key', async () => {
  const [ann, bob] = [actors.landlord(), actors.landlord()]
  expect((await post(ann, 'a', 'same')).body.id).not.toBe((await post(bob, 'a', 'same')).body.id)
})

it('work that failed is not remembered: the key may try again', async () => {
  const ann = actors.landlord()
  expect((await post(ann, 'fail', 'k1')).status).toBe(500)
  expect(await count(ann)).toBe(0)
  expect((await post(ann, 'fail', 'k1')).status).toBe(500)
})

it('a key is forgotten after 24 hours', async () => {
  const ann = actors.landlord()
  const first = await post(ann, 'a', 'old')
  app.clock.advance(24 * 3_600_000 + 1)
  expect((await post(ann, 'a', 'old')).body.id).not.toBe(first.body.id)
})

it('neither key, body nor answer stand in the database in clear', async () => {
  const ann = actors.landlord()
  await post(ann, 'my-password', 'my-idempotency-key')
  const rows = await app.db('maintenance').read(ann, (read) => read`select * from idempotency`)
  expect(JSON.stringify(rows)).not.toMatch(/my-password|my-idempotency-key|only-once/)
})
