import { listen } from '@keyhold/kit/runtime/http-server'
import { type Context, Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../context.ts'
import { send } from './send.ts'

const line = Buffer.from('2026-03-15 * "Rent"\n'.repeat(1000))
const reported: unknown[] = []
let stopped = 0

async function* file(parts: number, fails: boolean) {
  try {
    for (let part = 0; part < parts; part++) yield line
    if (fails) throw new Error('the database is gone')
  } finally {
    stopped++
  }
}

const app = new Hono<Env>()
app.get('/:parts/:end', (c) =>
  send(
    c as unknown as Context<Env>,
    {
      status: 200,
      body: null,
      stream: file(Number(c.req.param('parts')), c.req.param('end') === 'fails'),
      headers: [['content-type', 'text/plain']],
    },
    (error) => reported.push(error),
  ),
)
let listening: Awaited<ReturnType<typeof listen>>
beforeAll(async () => void (listening = await listen(app as unknown as Hono, { port: 0, host: '127.0.0.1' })))
afterAll(() => listening.drain())

test.each(['gzip', 'identity'])('a file that is made while it is sent arrives in full (%s)', async (coding) => {
  const answer = await fetch(`${listening.url}/50/ends`, { headers: { 'accept-encoding': coding } })
  expect(answer.headers.get('content-encoding')).toBe(coding === 'gzip' ? 'gzip' : null)
  expect((await answer.arrayBuffer()).byteLength).toBe(50 * line.length)
})

test('a file that cannot be finished is cut off, so that nobody takes a part of it for the whole', async () => {
  const answer = await fetch(`${listening.url}/50/fails`, { headers: { 'accept-encoding': 'identity' } })
  await expect(answer.arrayBuffer()).rejects.toThrow()
  expect(reported).toMatchObject([{ message: 'the database is gone' }])
})

test('a reader who goes away ends the making of the file, and nothing is reported', async () => {
  const before = stopped
  const away = new AbortController()
  const answer = await fetch(`${listening.url}/1000000/ends`, { signal: away.signal })
  await answer.body?.getReader().read()
  away.abort()
  await expect.poll(() => stopped).toBe(before + 1)
  expect(reported).toHaveLength(1)
})
