import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { App } from './app.tsx'

const server = useFakeServer()

/** The open streams, newest last. */
let streams: { tell: (name: string) => void; readyState: number }[] = []
beforeEach(() => {
  streams = []
  class Source {
    static CLOSED = 2
    readyState = 1
    #listeners = new Map<string, (event: { data: string }) => void>()
    constructor() {
      streams.push(this)
    }
    addEventListener = (name: string, listener: (event: { data: string }) => void) =>
      void this.#listeners.set(name, listener)
    close = () => (this.readyState = Source.CLOSED)
    tell = (name: string) => this.#listeners.get(name)?.({ data: '' })
  }
  vi.stubGlobal('EventSource', Source)
  server.answer({ 'GET /api/auth/user': aUser() })
})

/** A page that stands open, with something of the user's on it. */
async function open() {
  const shown = show(<App />, { at: '/nowhere' })
  await screen.findByText('404 Page Not Found')
  await waitFor(() => expect(streams).toHaveLength(1))
  return shown
}

test('a session that was ended elsewhere clears the page at once: message, empty cache, sign-in page', async () => {
  const { store, toast } = await open()
  expect(Object.keys(store.getState().api.queries)).not.toEqual([])
  act(() => streams[0]!.tell('ended'))
  expect(screen.queryByText('404 Page Not Found')).toBeNull()
  expect(store.getState().api.queries).toEqual({})
  expect(streams[0]!.readyState).toBe(2)
  await waitFor(() => expect(toast()?.description).toBe('You are logged out. Logging in again...'))
  await screen.findByRole('heading', { name: 'Sign In to Your Account' })
  expect(store.getState().session).toEqual({ status: 'signed-out', user: null })
})

test('a page whose stream is refused asks whether the session still stands, and finds that it ended', async () => {
  const { toast } = await open()
  server.answer({
    'GET /api/auth/user': refusal(401, 'Please sign in to continue.', { code: 'unauthorized' }),
    'POST /api/auth/refresh': refusal(401, 'Please sign in to continue.', { code: 'unauthorized' }),
  })
  streams[0]!.readyState = 2
  act(() => streams[0]!.tell('error'))
  await waitFor(() => expect(toast()?.description).toBe('You are logged out. Logging in again...'))
})
