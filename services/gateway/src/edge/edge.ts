import { tmpdir } from 'node:os'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import type { Bus } from '@keyhold/kit/messaging/bus'
import type { Clock } from '@keyhold/kit/runtime/clock'
import { addHealth, respond } from '@keyhold/kit/runtime/http-server'
import { refused } from '@keyhold/kit/http/serve'
import { networkOf } from '@keyhold/kit/lib/networks'
import type { Log } from '@keyhold/kit/runtime/log'
import type { Metrics } from '@keyhold/kit/runtime/metrics'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { bodyMemoryBytes, spoolBytes, startRetryMs } from '../limits.ts'
import type { GatewayConfig } from '../service.ts'
import { requestInfo } from './api/answer.ts'
import { createAdmission } from './api/admission.ts'
import { addApi } from './api/api.ts'
import { createRateLimit } from './api/rate-limit.ts'
import { createSpool } from './api/spool.ts'
import type { EdgeContext, Env } from './context.ts'
import { addDocs } from './docs/docs.ts'
import { apiHeaders } from './headers.ts'
import { createHosts } from './hosts.ts'
import { isNearby, isOwnHost, parseTrusted } from './origin.ts'
import { addDevOutbox } from './pages/dev-outbox.ts'
import { addPages } from './pages/pages.ts'
import { addStream } from './stream/stream.ts'
import { createTokens } from './tokens.ts'

export interface Edge {
  app: Hono
  /** Ends the open event streams and accepts no new ones. */
  closeStreams(): void
  stop(): Promise<void>
}

/** The public side of the gateway: API, event stream, docs and pages. */
export async function createEdge(options: {
  runtime: Runtime
  bus: Bus
  config: GatewayConfig
  clock: Clock
  metrics: Metrics
  log: Log
}): Promise<Edge> {
  const { runtime, bus, config, clock, metrics, log } = options
  const tokens = createTokens({ call: runtime.call, clock })
  const hosts = createHosts({ call: runtime.call, clock })
  const context: EdgeContext = {
    send: runtime.send,
    tokens,
    limitRate: createRateLimit({ perSecond: config.RATE_LIMIT_PER_SECOND, burst: config.RATE_LIMIT_BURST }),
    admission: createAdmission(
      createSpool({ folder: config.SPOOL_DIR ?? tmpdir(), memoryBytes: bodyMemoryBytes, totalBytes: spoolBytes }),
    ),
    trusted: {
      proxies: parseTrusted(config.TRUST_PROXY),
      isSiteSecure: config.PUBLIC_URL?.startsWith('https:') ?? false,
    },
    publicUrl: config.PUBLIC_URL,
    usesStripe: config.STRIPE_PUBLISHABLE_KEY !== undefined,
    metrics,
    log,
  }
  const app = new Hono<Env>()
  // The API compresses its own answers, and the page's files are compressed when they are built.
  app.use('/api/docs/*', compress())
  addHealth(app as unknown as Hono, {
    runtime,
    metrics,
    isOperator: (c) => isNearby((c.env as Env['Bindings'] | undefined)?.incoming),
    extra: () => ({ 'gateway.sessions': tokens.ready() || 'fetching the sessions that have ended' }),
  })
  app.use(async (c, next) => {
    const host = c.req.header('host')
    if (host === undefined || isOwnHost(host, config.PUBLIC_URL)) return next()
    const info = requestInfo(c, context.trusted)
    try {
      // Names that nobody has heard of are counted, since each is a question to identity.
      if (!hosts.isKnown(host)) await context.limitRate(networkOf(info.ip))
      const site = await hosts.find(host)
      if (!site) return c.text('This site is not served under this name.\n', 421)
      c.set('site', site)
    } catch (error) {
      return respond(c, refused(error, info, log))
    }
    return next()
  })
  app.get('/api/login', (c) => {
    for (const [name, value] of apiHeaders(requestInfo(c, context.trusted))) c.header(name, value)
    return c.redirect('/login', 302)
  })
  addDocs(app, context)
  const streams = addStream(app, context, runtime.call)
  addApi(app, context)
  if (config.DEV_OUTBOX === 'on') addDevOutbox(app, context, runtime.call)
  addPages(app, context)

  const watch = await bus.watch((event) => {
    if (event.type === SessionRevoked.type) {
      const { sessionId, until } = event.data as { sessionId: string; until: string }
      tokens.revoke(sessionId, new Date(until))
    }
    hosts.watch(event)
    streams.send(event)
  })
  const loading = retryUntilDone(() => tokens.load(), log)
  metrics.gauge('keyhold_open_streams', 'Open event streams', () => streams.count())

  return {
    app: app as unknown as Hono,
    closeStreams: () => streams.close(),
    async stop() {
      loading.stop()
      streams.close()
      await watch.stop()
    },
  }
}

/** Identity may start after the gateway, which is not ready until identity has answered. */
function retryUntilDone(work: () => Promise<void>, log: Log): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = () =>
    void work().catch((error: unknown) => {
      if (isStopped) return
      log.warn({ error }, 'identity does not answer yet')
      timer = setTimeout(attempt, startRetryMs)
    })
  attempt()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
