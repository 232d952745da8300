import type { Envelope } from '@keyhold/contracts/event'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Call } from '@keyhold/kit/http/call'
import { refuse } from '@keyhold/kit/http/problem'
import { refused } from '@keyhold/kit/http/serve'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import { respond } from '@keyhold/kit/runtime/http-server'
import type { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { streamHeartbeatMs, streamMaxMs, streamsPerUser } from '../../limits.ts'
import { identify, requestInfo } from '../api/answer.ts'
import type { EdgeContext, Env } from '../context.ts'
import { apiHeaders } from '../headers.ts'
import { isFor } from './audience.ts'
import { type AccountHolder, fetchAccount, loadAccount, updateAccount } from './tenant-account.ts'

interface Listener extends AccountHolder {
  send(event: Envelope): void
  /** Tells the page that its session is over, and ends. */
  endSession(): void
  end(): void
}

export interface Streams {
  /** Sends the event to every open page that it is for. */
  send(event: Envelope): void
  count(): number
  close(): void
}

/** `GET /api/stream`: server-sent events that name the record that changed, never its contents. */
export function addStream(app: Hono<Env>, edge: EdgeContext, call: Call): Streams {
  const listeners = new Set<Listener>()
  let isClosed = false

  app.get('/api/stream', async (c) => {
    const info = requestInfo(c, edge.trusted)
    try {
      const { actor } = await identify(c, edge.tokens, info)
      if (actor.role === 'visitor' || actor.role === 'service')
        return refuse('unauthorized', 'Please sign in to continue.')
      if (actor.lacksSecondFactor) refuse('second-factor-missing', 'Your account needs a second factor.')
      if ([...listeners].filter((listener) => listener.actor.userId === actor.userId).length >= streamsPerUser)
        refuse('too-many-requests', 'Too many open pages.', { retryAfter: 30 })
      if (isClosed) refuse('unavailable', 'The server is stopping.')
      for (const [name, value] of apiHeaders(info)) c.header(name, value)
      // A proxy that buffers would delay the events.
      c.header('x-accel-buffering', 'no')
      return streamSSE(c, (stream) =>
        listen(stream, { actor, listeners, fetch: () => fetchAccount(actor, call, edge.log) }),
      )
    } catch (error) {
      const response = refused(error, info, edge.log)
      response.headers.push(...apiHeaders(info))
      return respond(c, response)
    }
  })

  return {
    send(event) {
      if (event.type === SessionRevoked.type) {
        const { sessionId } = event.data as { sessionId: string }
        for (const listener of listeners) if (listener.actor.sessionId === sessionId) listener.endSession()
      }
      if (event.type === TenancyChanged.type) for (const listener of listeners) updateAccount(event, listener)
      for (const listener of listeners) if (isFor(event, listener.actor, listener.account)) listener.send(event)
    },
    count: () => listeners.size,
    close() {
      isClosed = true
      for (const listener of listeners) listener.end()
    },
  }
}

interface Listening {
  actor: UserActor
  listeners: Set<Listener>
  fetch: () => Promise<string | null>
}

async function listen(stream: SSEStreamingApi, { actor, listeners, fetch }: Listening): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      listeners.delete(listener)
      clearInterval(heartbeat)
      clearTimeout(deadline)
      resolve()
    }
    const write = (message: { event?: string; data: string; id?: string }) => void stream.writeSSE(message).catch(end)
    const listener: Listener = {
      actor,
      end,
      endSession() {
        listeners.delete(listener)
        void stream
          .writeSSE({ event: 'ended', data: '' })
          .catch(() => {})
          .finally(end)
      },
      send: ({ type, subject, id }) => write({ id, data: JSON.stringify({ type, subject }) }),
    }
    const heartbeat = setInterval(() => write({ event: 'ping', data: '' }), streamHeartbeatMs)
    const deadline = setTimeout(end, streamMaxMs)
    listeners.add(listener)
    stream.onAbort(end)
    void loadAccount(listener, fetch).then(() => write({ event: 'ready', data: '' }))
  })
}
