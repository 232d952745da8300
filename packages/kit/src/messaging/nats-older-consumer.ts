import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream'
import { setTimeout as sleep } from 'node:timers/promises'
import { nanos } from '@nats-io/transport-node'
import { backoff } from '../lib/wakeable-sleep.ts'
import type { Connected } from './nats-connection.ts'
import type { ConsumeOptions } from './nats-consumer.ts'
import { decode } from './nats-partition.ts'
import { streamName } from './nats-stream.ts'

/** Subjects of before there were partitions: `keyhold.<service>.<record>.<change>`. */
const olderSubjects = 'keyhold.*.*.*'

const notFound = (error: unknown) => {
  if (error instanceof JetStreamApiError && /not found/.test(error.message)) return undefined
  throw error
}

/** Lets the durable of before version 0.2, if there still is one, deliver nothing that the partitions deliver. */
export async function narrowOlderConsumer(
  jsm: JetStreamManager,
  { consumer, ackWaitMs }: { consumer: string; ackWaitMs: number },
): Promise<void> {
  const settings = { filter_subject: olderSubjects, ack_wait: nanos(ackWaitMs) }
  await jsm.consumers.update(streamName, consumer, settings).catch(notFound)
}

/**
 * Before version 0.2 a consumer was one durable without partitions. What was published for it is handled first, one event at a time over all
 * replicas; then it is deleted.
 */
export async function finishOlderConsumer(
  { js, jsm, isOwner }: Connected,
  gone: AbortSignal,
  { consumer, types, handle, ackWaitMs, log }: ConsumeOptions,
): Promise<void> {
  const read = () => jsm.consumers.info(streamName, consumer).catch(notFound)
  if (!(await read())) return
  if (isOwner) await narrowOlderConsumer(jsm, { consumer, ackWaitMs })
  const pull = await js.consumers.get(streamName, consumer)
  for (let failures = 0; !gone.aborted;) {
    const info = await read()
    if (!info) return
    if (info.num_pending + info.num_ack_pending === 0) {
      await jsm.consumers.delete(streamName, consumer).catch(notFound)
      return
    }
    const message = await pull.next({ expires: 1_000 })
    if (!message) continue
    const event = decode(message, log)
    const heartbeat = setInterval(() => message.working(), ackWaitMs / 3)
    try {
      if (event && types.includes(event.type)) await handle([event])
      await message.ackAck()
      failures = 0
    } catch (error) {
      log.warn({ eventId: event?.id, type: event?.type, error }, 'event not handled, will retry')
      message.nak()
      await sleep(backoff(failures++, 50, 5_000))
    } finally {
      clearInterval(heartbeat)
    }
  }
}
