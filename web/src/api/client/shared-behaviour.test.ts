import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { baseQuery, type Call } from './base-query.ts'
import { noAnswer, textOf } from './problem.ts'
import { sessionSlice, signedIn } from './session-slice.ts'
import { toastSlice } from '../../lib/toast.ts'
import { leaveAfterMs, sessionLostToast } from '../../texts/session.ts'

// What every call of the page does (spec 1 §7, §9), with a stubbed fetch.

type Answer = Response | Error
const asked: { method: string; url: string; init: RequestInit }[] = []
/** By "METHOD /path"; answers are used in order, the last one repeats. */
let answers: Record<string, Answer[]> = {}

beforeEach(() => {
  asked.length = 0
  answers = {}
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    asked.push({ method, url, init })
    const prepared = answers[`${method} ${url}`] ?? []
    const answer = prepared.length > 1 ? prepared.shift() : prepared[0]
    if (!answer) throw new Error(`nothing prepared for ${method} ${url}`)
    if (answer instanceof Error) throw answer
    return answer.clone()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const ok = (body: unknown) => Response.json(body)
const refusal = (status: number, code: string, detail: string) =>
  Response.json({ title: 'Unauthorized', status, code, detail }, { status })
const signedOut = () => refusal(401, 'unauthorized', 'Please sign in to continue.')

function world() {
  const store = configureStore({ reducer: { [sessionSlice.name]: sessionSlice.reducer } })
  const send = async (call: Call) =>
    await baseQuery(
      call,
      { ...({} as Parameters<typeof baseQuery>[1]), signal: new AbortController().signal, dispatch: store.dispatch },
      {},
    )
  return { store, send, status: () => store.getState().session.status }
}
const headersOf = (index: number) => new Headers(asked[index]!.init.headers)

test('every call sends credentials; a content type only where there is a body; answers are read as JSON', async () => {
  const { send } = world()
  answers = {
    'GET /api/x': [ok([1])],
    'POST /api/x': [ok({ id: 1 })],
    'POST /api/empty': [ok({})],
    'DELETE /api/x': [new Response(null, { status: 204 })],
  }
  expect(await send({ method: 'GET', url: '/api/x' })).toMatchObject({ data: [1] })
  await send({ method: 'POST', url: '/api/x', body: { name: 'A' } })
  await send({ method: 'POST', url: '/api/empty' })
  expect(await send({ method: 'DELETE', url: '/api/x' })).toMatchObject({ data: null })
  expect(asked.map(({ init }) => init.credentials)).toEqual(['include', 'include', 'include', 'include'])
  expect([0, 1, 2, 3].map((index) => headersOf(index).get('content-type'))).toEqual([
    null,
    'application/json',
    null,
    null,
  ])
  expect(asked[1]!.init.body).toBe('{"name":"A"}')
})

test('a call that was answered is not retried, whatever the answer', async () => {
  const { send } = world()
  for (const status of [400, 403, 404, 409, 429, 500, 503]) {
    answers = { 'GET /api/x': [refusal(status, 'internal', 'No.')], 'PUT /api/x': [refusal(status, 'internal', 'No.')] }
    for (const method of ['GET', 'PUT'] as const) {
      asked.length = 0
      expect(await send({ method, url: '/api/x' })).toMatchObject({ error: { status, detail: 'No.' } })
      expect(asked).toHaveLength(1)
    }
  }
})

test('a query whose answer was lost is not retried; a change is, once, with the same key', async () => {
  vi.useFakeTimers()
  const { send } = world()
  answers = {
    'GET /api/x': [new TypeError('Failed to fetch')],
    'POST /api/x': [new TypeError('Failed to fetch'), ok({ id: 1 })],
  }
  expect(await send({ method: 'GET', url: '/api/x' })).toMatchObject({ error: { status: 0 } })
  expect(asked).toHaveLength(1)
  asked.length = 0
  const sent = send({ method: 'POST', url: '/api/x', body: {} })
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await sent).toMatchObject({ data: { id: 1 } })
  expect(headersOf(1).get('idempotency-key')).toMatch(/^[\da-f]{32}$/)
  expect(headersOf(1).get('idempotency-key')).toBe(headersOf(0).get('idempotency-key'))
})

test('an expired access token is renewed silently, once for all waiting calls', async () => {
  const { store, send, status } = world()
  store.dispatch(signedIn({ id: 'u' } as never))
  answers = {
    'GET /api/a': [signedOut(), ok('a')],
    'GET /api/b': [signedOut(), ok('b')],
    'POST /api/auth/refresh': [ok({})],
  }
  const both = await Promise.all([send({ method: 'GET', url: '/api/a' }), send({ method: 'GET', url: '/api/b' })])
  expect(both).toMatchObject([{ data: 'a' }, { data: 'b' }])
  expect(asked.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1)
  expect(status()).toBe('signed-in')
})

test('an ended session is lost for a signed-in user, and means nothing for a visitor', async () => {
  answers = { 'GET /api/x': [signedOut()], 'POST /api/auth/refresh': [signedOut()] }
  const had = world()
  had.store.dispatch(signedIn({ id: 'u' } as never))
  const outcome = await had.send({ method: 'GET', url: '/api/x' })
  // The caller hears why its call failed before the page is cleared.
  expect(outcome).toMatchObject({ error: { status: 401 } })
  expect(had.status()).toBe('signed-in')
  await vi.waitFor(() => expect(had.status()).toBe('lost'))
  const visitor = world()
  await visitor.send({ method: 'GET', url: '/api/x' })
  await vi.waitFor(() => expect(visitor.status()).toBe('signed-out'))
})

test.each([
  [{ userType: 'landlord', type: 'super_admin' }, 'super_admin'],
  [{ type: 'tenant' }, 'tenant'],
  [{ userType: 'tenant', type: 'landlord' }, 'tenant'],
  [{}, 'landlord'],
] as const)('a legacy field `type` is read as the role: %o is a %s', (fields, role) => {
  const { store } = world()
  store.dispatch(signedIn({ id: 'u', ...fields } as never))
  expect(store.getState().session.user?.userType).toBe(role)
})

test('no number stands before the message of a call that had no answer', () => {
  expect(textOf(noAnswer)).toBe('Keyhold could not be reached. Check your connection and try again.')
  expect(textOf({ ...noAnswer, status: 403, detail: 'No.' })).toBe('403: No.')
})

test('neither a wrong password nor an unavailable server ends a session', async () => {
  const { store, send, status } = world()
  store.dispatch(signedIn({ id: 'u' } as never))
  answers = {
    'POST /api/auth/login': [refusal(401, 'invalid-credentials', 'Invalid email or password')],
    'GET /api/x': [signedOut()],
    'POST /api/auth/refresh': [refusal(503, 'unavailable', 'In a moment.')],
  }
  await send({ method: 'POST', url: '/api/auth/login', body: {} })
  expect(asked).toHaveLength(1)
  await send({ method: 'GET', url: '/api/x' })
  expect(status()).toBe('signed-in')
})

test('a page marked for visitors does not fetch the user', () => {
  expect(world().status()).toBe('unknown')
  vi.stubGlobal('document', { documentElement: { dataset: { visitor: '' } } })
  expect(world().status()).toBe('signed-out')
})

test('an unused answer is cached for five minutes, then dropped', async () => {
  vi.useFakeTimers()
  const store = configureStore({
    reducer: { [sessionSlice.name]: sessionSlice.reducer, [api.reducerPath]: api.reducer },
    middleware: (standard) => standard().concat(api.middleware),
  })
  const probe = api.injectEndpoints({
    endpoints: (build) => ({
      probe: build.query<unknown, void>({ query: () => ({ method: 'GET', url: '/api/probe' }) }),
    }),
  })
  answers = { 'GET /api/probe': [ok(1)] }
  const shown = store.dispatch(probe.endpoints.probe.initiate())
  await vi.advanceTimersByTimeAsync(1)
  await shown
  shown.unsubscribe()
  await vi.advanceTimersByTimeAsync(299_000)
  // Not stale meanwhile: shown again from the cache.
  const again = store.dispatch(probe.endpoints.probe.initiate())
  await again
  expect(asked).toHaveLength(1)
  again.unsubscribe()
  await vi.advanceTimersByTimeAsync(302_000)
  expect(probe.endpoints.probe.select()(store.getState()).status).toBe('uninitialized')
})

test('one message is visible at a time, and closing an older one leaves the newer', () => {
  const { shown, closed } = toastSlice.actions
  const reduce = toastSlice.reducer
  const first = reduce(undefined, shown({ title: 'First' }))
  const second = reduce(first, shown({ title: 'Second' }))
  expect(second.current?.title).toBe('Second')
  expect(reduce(second, closed(first.current!.id)).current?.title).toBe('Second')
  expect(reduce(second, closed(second.current!.id)).current).toBeNull()
})

test('the message for a lost session is that of the specification', () => {
  expect(`${sessionLostToast.title}: ${sessionLostToast.description}`).toBe(
    'Unauthorized: You are logged out. Logging in again...',
  )
  expect(leaveAfterMs).toBe(500)
})
