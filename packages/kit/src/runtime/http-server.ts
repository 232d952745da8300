import type { IncomingMessage, Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type HttpBindings, serve as serveNode } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { type Context, Hono } from 'hono'
import { callReader, callTokenHeader } from '../http/call-token.ts'
import type { Runtime } from './start-services.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { Refusal } from '../http/problem.ts'
import { refused } from '../http/serve.ts'
import type { ServiceResponse } from '../http/request.ts'
import { writeStream } from '../http/write-stream.ts'

/** How long `/readyz` answers the same: asking costs a query in every service. */
const readinessMs = 1_000

interface HealthOptions {
  runtime: Runtime
  metrics: Metrics
  extra?: () => Record<string, true | string>
  /** Who may see the metrics and the state of each part; the others learn in a word whether the process is ready. */
  isOperator?: (c: Context) => boolean
}

/** Adds `/healthz` (the process listens), `/readyz` and `/metrics`. */
export function addHealth(app: Hono, { runtime, metrics, extra, isOperator = () => true }: HealthOptions): void {
  let known: { parts: Promise<Record<string, true | string>>; until: number } | undefined
  const readiness = () => {
    if (known && performance.now() < known.until) return known.parts
    const asked = { parts: runtime.readiness(), until: Infinity }
    void asked.parts.finally(() => (asked.until = performance.now() + readinessMs))
    known = asked
    return asked.parts
  }
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.get('/readyz', async (c) => {
    const parts = { ...(await readiness()), ...extra?.() }
    const ready = Object.values(parts).every((part) => part === true)
    const status = ready ? 200 : 503
    if (!isOperator(c)) return c.text(ready ? 'ready' : 'unavailable', status)
    const states = Object.entries(parts).map(([name, part]) => [name, part === true ? 'ready' : part])
    return c.json({ ready, parts: Object.fromEntries(states) }, status)
  })
  app.get('/metrics', async (c) =>
    isOperator(c)
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
  const readCall = callReader(secret)
  for (const { service, route, tools } of runtime.routes) {
    const { endpoint } = route
    app.on(endpoint.method, endpoint.path, async (c) => {
      const started = performance.now()
      const requestId = c.req.header('x-request-id') ?? 'none'
      let response: ServiceResponse
      try {
        const { actor, kind } = await readCall(c.req.header(callTokenHeader), { service, endpoint })
        response = await route.answer(
          {
            actor,
            isFromService: kind === 'service',
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
      return respond(c, response, (error) => log.error({ requestId, error }, 'the answer was cut off'))
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

/** Sends a service's answer through Hono. `report` is called when a streamed answer fails underway. */
export async function respond(
  c: Context,
  { status, body, stream, headers }: ServiceResponse,
  report: (error: unknown) => void = () => {},
): Promise<Response> {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  if (stream && outgoing) {
    await writeStream(outgoing, { status, headers: headers.flat(), stream }, report)
    return RESPONSE_ALREADY_SENT
  }
  for (const [name, value] of headers) c.header(name, value, { append: name === 'set-cookie' })
  if (stream) return c.body(Readable.toWeb(Readable.from(stream)) as ReadableStream, status as 200)
  if (body === null) return c.body(null, status as 204)
  return c.body(body as string | Uint8Array<ArrayBuffer>, status as 200)
}

export interface Listening {
  url: string
  /** Stops accepting connections, lets open requests finish, and closes the remaining ones after the deadline (ms). */
  drain(deadline?: number): Promise<void>
}

/** Listens with a Hono app, by TLS with a certificate. @throws when the port is taken */
export async function listen(
  app: Hono,
  { port, host, tls }: { port: number; host: string; tls?: { cert: string; key: string } | undefined },
): Promise<Listening> {
  const server = serveNode({
    fetch: app.fetch,
    port,
    hostname: host,
    overrideGlobalObjects: false,
    ...(tls ? { createServer: createSecureServer, serverOptions: tls } : {}),
  }) as Server
  server.keepAliveTimeout = 65_000
  // Headers have one of 60 s; the gateway gives each body a time by its length.
  server.requestTimeout = 600_000
  server.headersTimeout = 60_000
  // Browsers open connections in advance, which Node does not count as idle.
  const silent = new Set<Socket>()
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
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
    url: `${tls ? 'https' : 'http'}://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${bound}`,
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
