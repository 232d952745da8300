import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A figure that costs a query is read at most this often (ms). */
const keptFor = 10_000

/** Figures of one process for Prometheus. */
export interface Metrics {
  registry: Registry
  /** Seconds a request took, by service, route and status. */
  request(labels: { service: string; route: string; status: number }, seconds: number): void
  /** A figure that is read when Prometheus asks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
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
  // Looking a label set up costs more than observing; the sets are few, so each is looked up once.
  const children = new Map<string, ReturnType<typeof seconds.labels>>()
  return {
    registry,
    request({ service, route, status }, value) {
      const key = `${route} ${status}`
      let child = children.get(key)
      if (!child) children.set(key, (child = seconds.labels(service, route, String(status))))
      child.observe(value)
    },
    gauge(name, help, read) {
      let readAt = -Infinity
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const now = performance.now()
          if (now - readAt < keptFor) return
          const figure = read()
          if (typeof figure !== 'number') readAt = now
          // While what it asks is away, the figure is absent and the others still tell.
          await Promise.resolve(figure).then(
            (value) => this.set(value),
            () => this.remove(),
          )
        },
      })
    },
  }
}
