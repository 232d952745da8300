import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import type { Bus } from '@keyhold/kit/messaging/bus'
import type { Clock } from '@keyhold/kit/runtime/clock'
import { addHealth } from '@keyhold/kit/runtime/http-server'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import type { Log } from '@keyhold/kit/runtime/log'
import type { Metrics } from '@keyhold/kit/runtime/metrics'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { GatewayConfig } from '../service.ts'
import { addApi, seenOf } from './api.ts'
import type { Edge, Env } from './context.ts'
import { addDevOutbox } from './dev-outbox.ts'
import { addDocs } from './docs.ts'
import { apiHeaders } from './headers.ts'
import { createLimit, createUploads } from './limits.ts'
import { isNearby, parseTrusted } from './origin.ts'
import { addPages } from './pages.ts'
import { addStream } from './stream.ts'
import { createTokens } from './tokens.ts'

export interface FrontDoor {
  app: Hono
  /** Ends the open streams and takes no new one. */
  hangUp(): void
  stop(): Promise<void>
}

/** The site's front door, and what has to be stopped with it. */
export async function createEdge(options: {
  runtime: Runtime
  bus: Bus
  config: GatewayConfig
  clock: Clock
  metrics: Metrics
  log: Log
}): Promise<FrontDoor> {
  const { runtime, bus, config, clock, metrics, log } = options
  const tokens = createTokens({ call: runtime.call, clock })
  const edge: Edge = {
    send: runtime.send,
    tokens,
    limit: createLimit({ perSecond: config.RATE_LIMIT_PER_SECOND, burst: config.RATE_LIMIT_BURST }),
    uploads: createUploads({ perCaller: 3, atOnce: 16 }),
    trusted: parseTrusted(config.TRUST_PROXY),
    publicUrl: config.PUBLIC_URL,
    usesStripe: config.STRIPE_PUBLISHABLE_KEY !== undefined,
    metrics,
    log,
  }
  const app = new Hono<Env>()
  // Answers of the API pack themselves, and the page's files are packed already.
  app.use('/api/docs/*', compress())
  addHealth(app as unknown as Hono, {
    runtime,
    metrics,
    mayMeasure: (c) => isNearby((c.env as Env['Bindings'] | undefined)?.incoming),
    extra: () => ({ 'gateway.sessions': tokens.ready() || 'learning which sessions have ended' }),
  })
  app.get('/api/login', (c) => {
    for (const [name, value] of apiHeaders(seenOf(c, edge.trusted))) c.header(name, value)
    return c.redirect('/login', 302)
  })
  addDocs(app, edge)
  const streams = addStream(app, edge, runtime.call)
  addApi(app, edge)
  if (config.DEV_OUTBOX === 'on') addDevOutbox(app, edge, runtime.call)
  addPages(app, edge)

  const watch = await bus.watch((event) => {
    if (event.type === SessionRevoked.type) {
      const { sessionId, until } = event.data as { sessionId: string; until: string }
      tokens.revoke(sessionId, new Date(until))
    }
    streams.tell(event)
  })
  const catchingUp = keepTrying(() => tokens.catchUp(), log)
  metrics.gauge('keyhold_open_streams', 'Pages that listen for facts', () => streams.count())

  return {
    app: app as unknown as Hono,
    hangUp: () => streams.close(),
    async stop() {
      catchingUp.stop()
      streams.close()
      await watch.stop()
    },
  }
}

/** Identity may start after the gateway; until it answers, the gateway is not ready. */
function keepTrying(work: () => Promise<void>, log: Log): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const attempt = () =>
    void work().catch((error: unknown) => {
      if (stopped) return
      log.warn({ error }, 'identity does not answer yet')
      timer = setTimeout(attempt, 500)
    })
  attempt()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
