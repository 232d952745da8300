import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'

const day = 86_400_000
export const streamName = 'KEYHOLD'

/** Creates the stream, or brings its settings up to date. */
export async function ensureStream(jsm: JetStreamManager, replicas: number): Promise<void> {
  const settings = {
    subjects: ['keyhold.>'],
    max_age: nanos(14 * day),
    // How long the broker recognises an id; the inbox handles later duplicates.
    duplicate_window: nanos(10 * 60_000),
    num_replicas: replicas,
    // A full stream refuses new events, which then wait in the outbox, instead of deleting the oldest.
    discard: DiscardPolicy.New,
  }
  try {
    await jsm.streams.add({
      name: streamName,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      ...settings,
    })
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !/already in use/.test(error.message)) throw error
    await jsm.streams.update(streamName, settings)
  }
}

/** Creates the durable consumer, or brings its settings up to date. A new one starts with the oldest event of the stream. */
export async function ensureConsumer(jsm: JetStreamManager, name: string, ackWaitMs: number): Promise<void> {
  // Without a filter: several filters need server 2.10, and 2.9 stops delivering after a filter changed. The consumer skips other types.
  const settings = {
    ack_wait: nanos(ackWaitMs),
    // One unacknowledged event over all replicas keeps the order, however many of them pull.
    max_ack_pending: 1,
    // A failing event goes to the retry queue; a delivery fails only while the consumer's database is down, however long.
    max_deliver: -1,
  }
  const existing = await jsm.consumers.info(streamName, name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && /not found/.test(error.message)) return undefined
    throw error
  })
  if (existing) await jsm.consumers.update(streamName, name, settings)
  else
    await jsm.consumers.add(streamName, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ...settings,
    })
}
