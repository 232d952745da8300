import { AdminActed, DatabaseCreated } from '@keyhold/contracts/admin'
import { PlatformSettingsChanged, SubscriptionChanged } from '@keyhold/contracts/billing'
import type { Envelope } from '@keyhold/contracts/event'
import { SessionRevoked, UserCreated } from '@keyhold/contracts/identity'
import { TicketChanged } from '@keyhold/contracts/support'
import type { UserActor } from '@keyhold/kit/actor'
import { refuse } from '@keyhold/kit/problem'
import { respond } from '@keyhold/kit/http'
import { refused } from '@keyhold/kit/serve'
import type { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { identify, seenOf } from './api.ts'
import type { Edge, Env } from './context.ts'
import { apiHeaders } from './headers.ts'

interface Listener {
  actor: UserActor
  tell(event: Envelope): void
  end(): void
}

export interface Streams {
  /** Tells every open page that the fact touches. */
  tell(event: Envelope): void
  count(): number
  close(): void
}

const perUser = 12
const heartbeat = 25_000
/** The page reconnects with a fresh token; a stream must not outlive its session by much if an end of it was missed. */
const longest = 30 * 60_000

/** Facts of the platform: the administrator's alone, whichever landlord they name. */
const ofPlatform = new Set<string>([AdminActed, DatabaseCreated, PlatformSettingsChanged].map(({ type }) => type))
/** Facts of any landlord that the control room shows. */
const ofLandlords = new Set<string>([SubscriptionChanged, UserCreated, TicketChanged].map(({ type }) => type))

/** Whether a fact is this person's to know: a landlord's own records, a tenant's own among them; the platform's, for its administrator. */
export function touches(event: Envelope, actor: UserActor): boolean {
  if (ofPlatform.has(event.type)) return actor.role === 'super_admin'
  if (actor.role === 'super_admin' && ofLandlords.has(event.type)) return true
  if (!event.landlordid || event.landlordid !== actor.landlordId) return false
  return actor.role !== 'tenant' || (event.tenantid !== undefined && event.tenantid === actor.tenantId)
}

/** `GET /api/stream`: server-sent events that say which record changed, never what is in it. */
export function addStream(app: Hono<Env>, edge: Edge): Streams {
  const listeners = new Set<Listener>()
  let closed = false

  app.get('/api/stream', async (c) => {
    const { requestId, ip, secure } = seenOf(c, edge.trusted)
    try {
      const { actor } = await identify(c, edge.tokens, ip)
      if (actor.role === 'visitor' || actor.role === 'service') return refuse('unauthorized', 'Please sign in to continue.')
      if ([...listeners].filter((listener) => listener.actor.userId === actor.userId).length >= perUser)
        refuse('too-many-requests', 'Too many open pages.', { retryAfter: 30 })
      if (closed) refuse('unavailable', 'The server is stopping.')
      for (const [name, value] of apiHeaders({ requestId, ip, secure })) c.header(name, value)
      // A proxy that buffers would hold the facts back.
      c.header('x-accel-buffering', 'no')
      return streamSSE(c, (stream) => listen(stream, actor, listeners))
    } catch (error) {
      const response = refused(error, { requestId }, edge.log)
      response.headers.push(...apiHeaders({ requestId, ip, secure }))
      return respond(c, response)
    }
  })

  return {
    tell(event) {
      if (event.type === SessionRevoked.type) {
        const { sessionId } = event.data as { sessionId: string }
        for (const listener of listeners) if (listener.actor.sessionId === sessionId) listener.end()
      }
      for (const listener of listeners) if (touches(event, listener.actor)) listener.tell(event)
    },
    count: () => listeners.size,
    close() {
      closed = true
      for (const listener of listeners) listener.end()
    },
  }
}

async function listen(stream: SSEStreamingApi, actor: UserActor, listeners: Set<Listener>): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      listeners.delete(listener)
      clearInterval(beat)
      clearTimeout(last)
      resolve()
    }
    const write = (message: { event?: string; data: string; id?: string }) => void stream.writeSSE(message).catch(end)
    const listener: Listener = { actor, end, tell: ({ type, subject, id }) => write({ id, data: JSON.stringify({ type, subject }) }) }
    const beat = setInterval(() => write({ event: 'ping', data: '' }), heartbeat)
    const last = setTimeout(end, longest)
    listeners.add(listener)
    stream.onAbort(end)
    write({ event: 'ready', data: '' })
  })
}
