import { endpoint } from '@keyhold/contracts/endpoint'
import { route } from '@keyhold/contracts/route'
import { z } from '@keyhold/contracts/zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { notFound, Refusal, refuse } from './problem.ts'
import { serve } from './serve.ts'
import { defineService } from '../runtime/service.ts'
import { actors, startTestApp, type TestApp } from '../testing/test-app.ts'
import { recordedLog } from '../testing/recorded-log.ts'

const ask = endpoint(route('GET', '/api/ask/:what', 'public'), {
  params: { what: z.string() },
  response: z.object({ name: z.string() }),
  summary: 'Ends as its name says',
})

/** A database that nobody listens for. */
const nowhere = openDatabase({ url: 'postgres://keyhold_nobody:x@127.0.0.1:1/none', service: 'nobody' })
const secret = 'relation "tenant_secret" at 10.0.0.7'

const ends: Record<string, () => Promise<never>> = {
  absent: async () => notFound('Room'),
  conflict: async () => refuse('conflict', 'The room is taken.'),
  busy: async () => refuse('too-many-requests', 'Slow down.', { retryAfter: 12.2 }),
  soon: async () => refuse('too-many-requests', 'Slow down.', { retryAfter: 0.01 }),
  invalid: async () => {
    throw new Refusal('invalid-input', 'Please check.', { issues: [{ path: 'name', message: 'Too dull' }] })
  },
  error: async () => {
    throw new TypeError(secret)
  },
  text: async () => {
    // oxlint-disable-next-line no-throw-literal
    throw secret
  },
  down: async () => {
    await nowhere.read({ role: 'visitor', ip: '' }, (sql) => sql`select 1`)
    throw new Error('it answered')
  },
  // An answer that breaks its contract.
  broken: async () => ({ name: 7 }) as never,
}

const rooms = defineService({
  name: 'maintenance',
  config: z.object({}),
  build: () => ({ routes: [serve(ask, async ({ params }) => (ends[params.what] as () => Promise<never>)())] }),
})

const { log, lines } = recordedLog()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp([rooms], { log })
})
afterAll(async () => {
  await app.stop()
  await nowhere.close()
})

describe('a refusal is a problem (RFC 9457)', () => {
  const refusal = (what: string) => app.send(ask, actors.visitor(), { params: { what } })
  it('with title, status, sentence, code and request id', async () => {
    const { status, headers, problem } = await refusal('absent')
    expect(status).toBe(404)
    expect(headers).toEqual({ 'content-type': 'application/problem+json' })
    expect(problem).toEqual({
      title: 'Not Found',
      status: 404,
      detail: 'Room not found',
      code: 'not-found',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect((await refusal('conflict')).problem).toMatchObject({
      title: 'Conflict',
      status: 409,
      detail: 'The room is taken.',
    })
    expect((await refusal('invalid')).problem.issues).toEqual([{ path: 'name', message: 'Too dull' }])
  })
  it('with whole seconds to wait, never none', async () => {
    expect((await refusal('busy')).headers['retry-after']).toBe('13')
    expect((await refusal('soon')).headers['retry-after']).toBe('1')
  })
  it.each(['error', 'text', 'broken'])(
    'what nobody foresaw (%s) shows no internals, and its request id finds the cause in the log',
    async (what) => {
      const answer = await refusal(what)
      expect(answer).toMatchObject({ status: 500, problem: { title: 'Internal Server Error', code: 'internal' } })
      expect(JSON.stringify(answer)).not.toMatch(/tenant_secret|10\.0\.0\.7|TypeError|Enter text|\.ts/)
      const logged = lines.filter((entry) => entry.requestId === answer.problem.requestId)
      expect(logged).toHaveLength(1)
      expect(logged[0]).toMatchObject({ level: 'error', service: 'maintenance', code: 'internal' })
      expect(JSON.stringify(logged[0]?.error)).toMatch(what === 'broken' ? /Enter text/ : /tenant_secret/)
    },
  )
  it('a database that is away is 503, to be asked again', async () => {
    const { status, headers, problem } = await refusal('down')
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(problem).toMatchObject({ code: 'unavailable', title: 'Service Unavailable' })
    expect(problem.detail).not.toMatch(/ECONN|127\.0\.0\.1/)
    expect(lines.find((entry) => entry.requestId === problem.requestId)).toMatchObject({
      level: 'error',
      code: 'unavailable',
    })
  })
  it('a refusal that was meant is no error in the log', async () => {
    const { problem } = await refusal('conflict')
    expect(lines.filter((entry) => entry.requestId === problem.requestId)).toEqual([])
  })
})
