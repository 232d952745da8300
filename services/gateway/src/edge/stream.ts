import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import { DatabaseCreated } from '@keyhold/contracts/identity/landlord-databases'
import { PlatformSettingsChanged } from '@keyhold/contracts/billing/platform-settings'
import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import type { Envelope } from '@keyhold/contracts/event'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { TicketChanged } from '@keyhold/contracts/identity/support-tickets'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancies'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import { refuse } from '@keyhold/kit/http/problem'
import { respond } from '@keyhold/kit/runtime/http-server'
import { refused } from '@keyhold/kit/http/serve'
import type { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { accountAfter, askAccount } from './accounts.ts'
import { identify, seenOf } from './api.ts'
import type { Edge, Env } from './context.ts'
import { apiHeaders } from './headers.ts'

interface Listener {
  actor: UserActor
  /** Under which tenant's id a tenant's ledger stands; undefined until it is known, null: under none that they may see. */
  account?: string | null
  /** A tenancy changed while it was asked for: the answer may be from before. */
  isOutrun?: boolean
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

/**
 * Whether a fact is this person's to know: a landlord's own records, a tenant's own among them; the platform's, for its administrator.
 * What is told of money is told of an `account`, which co-tenants share.
 */
export function touches(event: Envelope, actor: UserActor, account?: string | null): boolean {
  if (ofPlatform.has(event.type)) return actor.role === 'super_admin'
  if (actor.role === 'super_admin' && ofLandlords.has(event.type)) return true
  if (!event.landlordid || event.landlordid !== actor.landlordId) return false
  if (actor.role !== 'tenant') return true
  const theirs = event.type.startsWith('payments.') && account !== undefined ? account : actor.tenantId
  return event.tenantid !== undefined && event.tenantid === theirs
}

/** `GET /api/stream`: server-sent events that say which record changed, never what is in it. */
export function addStream(app: Hono<Env>, edge: Edge, call: Call): Streams {
  const listeners = new Set<Listener>()
  let closed = false

  app.get('/api/stream', async (c) => {
    const { requestId, ip, secure } = seenOf(c, edge.trusted)
    try {
      const { actor } = await identify(c, edge.tokens, ip)
      if (actor.role === 'visitor' || actor.role === 'service')
        return refuse('unauthorized', 'Please sign in to continue.')
      if ([...listeners].filter((listener) => listener.actor.userId === actor.userId).length >= perUser)
        refuse('too-many-requests', 'Too many open pages.', { retryAfter: 30 })
      if (closed) refuse('unavailable', 'The server is stopping.')
      for (const [name, value] of apiHeaders({ requestId, ip, secure })) c.header(name, value)
      // A proxy that buffers would hold the facts back.
      c.header('x-accel-buffering', 'no')
      return streamSSE(c, (stream) =>
        listen(stream, { actor, listeners, ask: () => askAccount(actor, call, edge.log) }),
      )
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
      if (event.type === TenancyChanged.type) for (const listener of listeners) follow(event, listener)
      for (const listener of listeners) if (touches(event, listener.actor, listener.account)) listener.tell(event)
    },
    count: () => listeners.size,
    close() {
      closed = true
      for (const listener of listeners) listener.end()
    },
  }
}

/** Who moves in with others, or out, hears of another ledger from here on. */
function follow(event: Envelope, listener: Listener): void {
  const { actor, account } = listener
  if (actor.role !== 'tenant' || actor.tenantId === null || event.landlordid !== actor.landlordId) return
  const after = accountAfter(event.data as TenancySnapshot, {
    tenantId: actor.tenantId,
    account: account === undefined ? actor.tenantId : account,
  })
  // Not known yet, and not told by this: it is still to be asked for.
  if (account !== undefined || after !== actor.tenantId) listener.account = after
  else listener.isOutrun = true
}

const mostAsked = 3

async function learnAccount(listener: Listener, ask: () => Promise<string | null>): Promise<void> {
  for (let asked = 0; listener.account === undefined && asked < mostAsked; asked++) {
    listener.isOutrun = false
    const account = await ask()
    if (listener.account === undefined && !listener.isOutrun) listener.account = account
  }
}

interface Listening {
  actor: UserActor
  listeners: Set<Listener>
  ask: () => Promise<string | null>
}

async function listen(stream: SSEStreamingApi, { actor, listeners, ask }: Listening): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      listeners.delete(listener)
      clearInterval(beat)
      clearTimeout(last)
      resolve()
    }
    const write = (message: { event?: string; data: string; id?: string }) => void stream.writeSSE(message).catch(end)
    const listener: Listener = {
      actor,
      end,
      tell: ({ type, subject, id }) => write({ id, data: JSON.stringify({ type, subject }) }),
    }
    const beat = setInterval(() => write({ event: 'ping', data: '' }), heartbeat)
    const last = setTimeout(end, longest)
    listeners.add(listener)
    stream.onAbort(end)
    void learnAccount(listener, ask).then(() => write({ event: 'ready', data: '' }))
  })
}
