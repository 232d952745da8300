import type { Metrics } from '../runtime/metrics.ts'
import type { Runtime } from '../runtime/start-services.ts'

/** Shows Prometheus how many jobs wait, run and are dead, and how long the oldest due one has waited. */
export function addJobGauges(metrics: Metrics, { jobs }: Pick<Runtime, 'jobs'>): void {
  const labels = ['service', 'job']
  metrics.gauges('keyhold_jobs', 'Jobs that are queued, running or dead', [...labels, 'state'], async () =>
    (await jobs()).flatMap(({ service, name: job, queued, running, dead }) =>
      Object.entries({ queued, running, dead }).map(([state, value]) => ({ labels: { service, job, state }, value })),
    ),
  )
  metrics.gauges('keyhold_job_oldest_seconds', 'How long the oldest due job has waited', labels, async () =>
    (await jobs()).map(({ service, name: job, oldestSeconds: value }) => ({ labels: { service, job }, value })),
  )
}
