import type { Envelope } from '@keyhold/contracts/event'
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
import { partitionCount, partitionOf } from './partitions.ts'

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

export const subjectOf = (event: Envelope) => `keyhold.${partitionOf(event)}.${event.type}`
export const consumerName = (consumer: string, partition: number) => `${consumer}-${partition}`

/** The replicas of a consumer, of which the broker delivers a partition to one at a time. */
export const priorityGroup = 'replicas'

/** Messages of a partition that may be in hand at a time. So many, because events of other landlords can be behind a burst of one. */
const mostInHand = 4_096

/** Creates a durable consumer for each partition, or brings its settings up to date. A new one starts with the oldest event of the stream. */
export async function ensureConsumers(
  jsm: JetStreamManager,
  { consumer, types, ackWaitMs }: { consumer: string; types: string[]; ackWaitMs: number },
): Promise<void> {
  const ensure = async (partition: number) => {
    const settings = {
      filter_subjects: types.map((type) => `keyhold.${partition}.${type}`),
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: mostInHand,
      // A failing event goes to the retry queue; a delivery fails only while the consumer's database is down, however long.
      max_deliver: -1,
      priority_groups: [priorityGroup],
      priority_policy: 'pinned_client' as const,
      // When the process that has the partition is not heard of for this long, another one gets it.
      priority_timeout: nanos(Math.max(Math.min(ackWaitMs, 5_000), 1_000)),
    }
    const name = consumerName(consumer, partition)
    const fixed = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
    try {
      await jsm.consumers.add(streamName, { durable_name: name, ...fixed, ...settings })
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || !/already exists/.test(error.message)) throw error
      await jsm.consumers.update(streamName, name, settings)
    }
  }
  await Promise.all(Array.from({ length: partitionCount }, (_, partition) => ensure(partition)))
}
