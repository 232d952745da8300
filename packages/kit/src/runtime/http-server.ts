import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { serve as serveNode } from '@hono/node-server'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { type Context, Hono } from 'hono'
import { jwtVerify } from 'jose'
import type { Actor } from './actor.ts'
import { systemClock } from './clock.ts'
import { actorHeader } from '../http/call.ts'
import type { Runtime } from './start-services.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { Refusal } from '../http/problem.ts'
import { refused } from '../http/serve.ts'
import type { ServiceResponse } from '../http/request.ts'

/** Adds `/healthz` (the process listens), `/readyz` (each part by name) and `/metrics`. */
export function addHealth(
  app: Hono,
  {
    runtime,
    metrics,
    extra,
    mayMeasure = () => true,
  }: {
    runtime: Runtime
    metrics: Metrics
    extra?: () => Record<string, true | string>
    mayMeasure?: (c: Context) => boolean
  },
): void {
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.get('/readyz', async (c) => {
    const parts = { ...(await runtime.readiness()), ...extra?.() }
    const ready = Object.values(parts).every((part) => part === true)
    return c.json(
      {
        ready,
        parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part === true ? 'ready' : part])),
      },
      ready ? 200 : 503,
    )
  })
  app.get('/metrics', async (c) =>
    mayMeasure(c)
      ? c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
      : c.notFound(),
  )
}

/** The HTTP app of a process without the gateway: its services' endpoints, for signed calls from the other processes. */
export function serviceApp({
  runtime,
  secret,
  metrics,
  log,
}: {
  runtime: Runtime
  secret: string
  metrics: Metrics
  log: Log
}): Hono {
  const app = new Hono()
  addHealth(app, { runtime, metrics })
  const actorOf = assertionReader(secret)
  for (const { service, route, tools } of runtime.routes) {
    const { endpoint } = route
    app.on(endpoint.method, endpoint.path, async (c) => {
      const started = performance.now()
      const requestId = c.req.header('x-request-id') ?? 'none'
      let response: ServiceResponse
      try {
        response = await route.answer(
          {
            actor: await actorOf(c.req.header(actorHeader)),
            params: c.req.param(),
            query: c.req.query(),
            body: await bodyOf(c, endpoint),
            requestId,
            ip: c.req.header('x-forwarded-for') ?? '',
            secure: c.req.header('x-forwarded-proto') === 'https',
            header: (name) => c.req.header(name === 'host' ? 'x-forwarded-host' : name),
          },
          tools,
        )
      } catch (error) {
        response = refused(error, { requestId }, log)
      }
      const seconds = (performance.now() - started) / 1000
      metrics.request({ service, route: `${endpoint.method} ${endpoint.path}`, status: response.status }, seconds)
      log.info(
        {
          requestId,
          service,
          method: endpoint.method,
          path: loggable(endpoint.path, c.req.path),
          status: response.status,
          ms: Math.round(seconds * 1000),
        },
        'request',
      )
      return respond(c, response)
    })
  }
  app.notFound((c) =>
    respond(
      c,
      refused(new Refusal('not-found', 'Not found'), { requestId: c.req.header('x-request-id') ?? 'none' }, log),
    ),
  )
  return app
}

async function bodyOf(c: Context, { method, encoding }: Endpoint): Promise<string | Uint8Array> {
  if (method === 'GET') return ''
  return encoding === 'bytes' || encoding === 'multipart' ? new Uint8Array(await c.req.arrayBuffer()) : c.req.text()
}

/** The path for the log, without a secret in it (`/:token`). `route` may begin with the method. */
export const loggable = (route: string, path: string): string =>
  /:(?!id\b)/.test(route) ? route.slice(route.indexOf('/')) : path

/** Sends a service's answer through Hono. */
export function respond(c: Context, response: ServiceResponse): Response {
  for (const [name, value] of response.headers) c.header(name, value, { append: name === 'set-cookie' })
  return response.body === null
    ? c.body(null, response.status as 204)
    : c.body(response.body as string | Uint8Array<ArrayBuffer>, response.status as 200)
}

function assertionReader(secret: string): (assertion: string | undefined) => Promise<Actor> {
  const key = new TextEncoder().encode(secret)
  const known = new Map<string, { actor: Actor; until: number }>()
  return async (assertion) => {
    if (!assertion) throw new Refusal('unauthorized', 'This address answers other services only.')
    const now = systemClock.now().getTime()
    const hit = known.get(assertion)
    if (hit && hit.until > now) return hit.actor
    const { payload } = await jwtVerify<{ actor: Actor }>(assertion, key, { algorithms: ['HS256'] }).catch(
      (error: unknown) => {
        throw new Refusal('unauthorized', 'This address answers other services only.', { cause: error })
      },
    )
    if (known.size >= 10_000) known.delete(known.keys().next().value ?? '')
    known.set(assertion, { actor: payload.actor, until: (payload.exp ?? 0) * 1000 })
    return payload.actor
  }
}

export interface Listening {
  url: string
  /** Stops accepting connections, lets open requests finish, and closes the remaining ones after the deadline (ms). */
  drain(deadline?: number): Promise<void>
}

/** Listens with a Hono app. @throws when the port is taken */
export async function listen(app: Hono, { port, host }: { port: number; host: string }): Promise<Listening> {
  const server = serveNode({ fetch: app.fetch, port, hostname: host, overrideGlobalObjects: false }) as Server
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 60_000
  // Browsers open connections in advance, which Node does not count as idle.
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${bound}`,
    async drain(deadline = 10_000) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      for (const socket of silent) socket.destroy()
      // Clients keep a connection alive after its last request: tell them that the server is closing.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), deadline)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}
