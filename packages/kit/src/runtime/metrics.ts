import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** A metric that costs a query is read at most this often (ms). */
const keptFor = 10_000

export interface EventBatch {
  service: string
  handler: string
  events: number
  statements: number
  ms: number
}

/** Prometheus metrics of one process. */
export interface Metrics {
  registry: Registry
  /** Duration of requests in seconds, by service, route and status. */
  request(labels: { service: string; route: string; status: number }, seconds: number): void
  /** Duration of job runs in seconds, by service, job and outcome. */
  job: (labels: { service: string; job: string; outcome: string }, seconds: number) => void
  /** Events handled in one transaction, how long it took, and how many statements were sent. */
  eventBatch: (batch: EventBatch) => void
  /** A gauge that is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** A gauge with labels, read at each scrape. */
  gauges(
    name: string,
    help: string,
    labels: string[],
    read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
  ): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'keyhold_request_seconds',
    help: 'Seconds a request took',
    labelNames: ['service', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const jobSeconds = new Histogram({
    name: 'keyhold_job_seconds',
    help: 'Seconds a run of a job took',
    labelNames: ['service', 'job', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
    registers: [registry],
  })
  const eventCounter = (name: string, help: string) =>
    new Counter({ name: `keyhold_event${name}_total`, help, labelNames: ['service', 'handler'], registers: [registry] })
  const events = eventCounter('s', 'Events handled')
  const eventBatches = eventCounter('_batches', 'Transactions in which events were handled')
  const eventStatements = eventCounter('_statements', 'Statements of these transactions')
  const eventSeconds = eventCounter('_seconds', 'Seconds that these transactions took')
  // Looking up a label set costs more than observing, and there are few: each is looked up once.
  const children = new Map<string, ReturnType<typeof seconds.labels>>()
  return {
    registry,
    request({ service, route, status }, value) {
      const key = `${route} ${status}`
      let child = children.get(key)
      if (!child) children.set(key, (child = seconds.labels(service, route, String(status))))
      child.observe(value)
    },
    eventBatch({ service, handler, ...batch }) {
      const labels = { service, handler }
      events.inc(labels, batch.events)
      eventBatches.inc(labels)
      eventStatements.inc(labels, batch.statements)
      eventSeconds.inc(labels, batch.ms / 1_000)
    },
    job: (labels, value) => jobSeconds.observe(labels, value),
    gauges(name, help, labelNames, read) {
      let readAt = -Infinity
      const gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const now = performance.now()
          if (now - readAt < keptFor) return
          readAt = now
          const figures = await read().catch(() => [])
          this.reset()
          for (const { labels, value } of figures) this.set(labels, value)
        },
      })
      registry.registerMetric(gauge)
    },
    gauge(name, help, read) {
      let readAt = -Infinity
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const now = performance.now()
          if (now - readAt < keptFor) return
          const figure = read()
          if (typeof figure !== 'number') readAt = now
          // While its source is down, this gauge is missing and the others are still there.
          await Promise.resolve(figure).then(
            (value) => this.set(value),
            () => this.remove(),
          )
        },
      })
      registry.registerMetric(gauge)
    },
  }
}
