import type { NatsConnection } from '@nats-io/transport-node'
import { v7 } from 'uuid'

interface Heartbeat {
  id: string
  leaves?: true
}

/**
 * The replicas of a consumer, as they know of each other: each one says every `heartbeatMs` that it is there. Two of them may disagree for a moment;
 * the broker still delivers a partition to one of them at a time.
 */
export function joinReplicas(
  nc: NatsConnection,
  { consumer, heartbeatMs, onChange }: { consumer: string; heartbeatMs: number; onChange: () => void },
) {
  const subject = `keyhold-replicas.${consumer}`
  const id = v7()
  const lastHeard = new Map<string, number>()
  const say = (more: Partial<Heartbeat> = {}) => nc.publish(subject, JSON.stringify({ id, ...more }))

  const subscription = nc.subscribe(subject, {
    callback(_, message) {
      const { id: other, leaves } = message.json<Heartbeat>()
      if (other === id) return
      const isKnown = lastHeard.has(other)
      if (leaves) lastHeard.delete(other)
      else lastHeard.set(other, performance.now())
      if (isKnown === !leaves) return
      // A newcomer hears at once who is there.
      if (!leaves) say()
      onChange()
    },
  })
  const timer = setInterval(() => {
    say()
    const oldest = performance.now() - 3.5 * heartbeatMs
    const silent = [...lastHeard].filter(([, at]) => at < oldest)
    for (const [other] of silent) lastHeard.delete(other)
    if (silent.length > 0) onChange()
  }, heartbeatMs)
  say()

  return {
    /** Which of all replicas this one is, in an order that all agree on. */
    rank(): { index: number; count: number } {
      const all = [id, ...lastHeard.keys()].toSorted()
      return { index: all.indexOf(id), count: all.length }
    },
    leave(): void {
      clearInterval(timer)
      subscription.unsubscribe()
      if (!nc.isClosed()) say({ leaves: true })
    },
  }
}
