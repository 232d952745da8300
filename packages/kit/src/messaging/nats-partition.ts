import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@keyhold/contracts/event'
import type { JsMsg } from '@nats-io/jetstream'
import type { Log } from '../runtime/log.ts'
import type { Delivered } from './lanes.ts'
import type { Connected } from './nats-connection.ts'
import { consumerName, priorityGroup, streamName } from './nats-stream.ts'

/** A message that the broker has delivered and that is not acknowledged yet. */
export interface Received extends Delivered {
  seq: number
  message: JsMsg
  /** When the broker's time to wait for the acknowledgement began last, by `performance.now`. */
  extendedAt: number
}

interface PartitionOptions {
  consumer: string
  partition: number
  /** All messages that this process has received and not acknowledged, by their number in the stream. */
  received: Map<number, Received>
  push: (message: Received) => void
  log: Log
}

/** Messages asked for at a time. */
const page = 256
const holdMs = 100

/**
 * Receives one partition for as long as the broker gives it to this process. When it was another's before, that one may have died with messages in
 * hand, which the broker delivers again after a while. Later messages are held until these are here, so that the order is kept.
 */
export async function receivePartition(
  { js, jsm }: Connected,
  { consumer, partition, received, push, log }: PartitionOptions,
) {
  const name = consumerName(consumer, partition)
  const pull = await js.consumers.get(streamName, name)
  const messages = await pull.consume({
    group: priorityGroup,
    max_messages: page,
    expires: 30_000,
    abort_on_missing_resource: true,
  })
  /** Changes when the broker gives the partition to this process, or back to it. */
  let pin: string | undefined
  let isHolding = false
  let held: Received[] = []
  let isClosed = false

  function receive(message: JsMsg): void {
    if (isClosed) return message.nak()
    const known = received.get(message.seq)
    if (known) {
      known.message = message
      known.extendedAt = performance.now()
      return
    }
    const event = decode(message, log)
    if (!event) return message.term()
    const one: Received = { seq: message.seq, partition, event, message, extendedAt: performance.now() }
    received.set(one.seq, one)
    const messagePin = message.headers?.get('Nats-Pin-Id')
    if (messagePin !== pin) {
      pin = messagePin
      if (!isHolding) hold()
    }
    if (isHolding) held.push(one)
    else push(one)
  }

  /** Until every message of the partition that waits for an acknowledgement is in this process. */
  function hold(): void {
    isHolding = true
    void (async () => {
      while (!isClosed) {
        const before = inHand()
        const pending = await jsm.consumers.info(streamName, name).then(
          (info) => info.num_ack_pending,
          () => undefined,
        )
        if (pending === before) break
        await sleep(holdMs, undefined, { ref: false })
      }
      if (isClosed) return
      isHolding = false
      for (const one of held.toSorted((a, b) => a.seq - b.seq)) push(one)
      held = []
    })()
  }

  const inHand = () => {
    let count = 0
    for (const one of received.values()) if (one.partition === partition) count += 1
    return count
  }

  const loop = (async () => {
    for await (const message of messages) receive(message)
  })()

  return {
    /** Rejects when the consumer no longer exists at the broker. */
    done: loop,
    /** Asks for no more messages. @returns those that were held */
    async close(): Promise<Received[]> {
      isClosed = true
      await messages.close()
      await loop.catch(() => {})
      return held
    },
    /** Lets the broker give the partition to another process at once. */
    unpin: () => jsm.consumers.unpin(streamName, name, priorityGroup).catch(() => {}),
  }
}

export function decode(message: JsMsg, log: Log): Envelope | undefined {
  try {
    return message.json<Envelope>()
  } catch (error) {
    log.error({ subject: message.subject, seq: message.seq, error }, 'unreadable event dropped')
    return undefined
  }
}
