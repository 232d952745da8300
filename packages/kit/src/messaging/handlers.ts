import type { Envelope, EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '../database/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'

/** What a handler works with. Its effect belongs in `tx`, where it commits together with the inbox rows. */
export interface HandlerTools {
  tx: Tx
  log: Log
  clock: Clock
}

/** One event as a handler receives it. */
export interface EventContext<D> extends HandlerTools {
  event: Envelope<D>
  data: D
}

/** An event and its data, parsed with its contract. */
export interface ParsedEvent<D> {
  event: Envelope<D>
  data: D
}

/** A reaction to events of one type, as data. */
export interface EventHandler {
  contract: EventContract
  /** Names the handler in the inbox: unique within the service, and never changed. */
  name: string
  /** Handles events of one landlord in publish order, in one transaction. When it fails, each is handled again in a transaction of its own. */
  handle(events: readonly Envelope[], tools: HandlerTools): Promise<void>
}

interface HandlerOptions {
  /** Needed for a second handler of the same type. */
  name?: string
}

/**
 * Handles events of one type, one after the other. The data is parsed with the contract first (unknown fields are dropped). The handler runs in a
 * transaction of the event's landlord, and again after a failure or a serialization conflict, so it does database work only.
 */
export function on<D extends z.ZodObject>(
  contract: EventContract<D>,
  handler: (context: EventContext<z.output<D>>) => Promise<void>,
  options: HandlerOptions = {},
): EventHandler {
  return onBatch(
    contract,
    async (events, tools) => {
      for (const one of events) await handler({ ...tools, ...one })
    },
    options,
  )
}

/**
 * Like `on`, for a handler that works on several events of one landlord at once: they come in publish order, and more than one can be about the same
 * record. The handler locks records in the order of their ids, so that two batches cannot deadlock.
 */
export function onBatch<D extends z.ZodObject>(
  contract: EventContract<D>,
  handler: (events: readonly ParsedEvent<z.output<D>>[], tools: HandlerTools) => Promise<void>,
  { name = contract.type }: HandlerOptions = {},
): EventHandler {
  return {
    contract,
    name,
    handle: (events, tools) =>
      handler(
        events.map((event) => {
          const data = contract.data.parse(event.data)
          return { event: { ...event, data }, data }
        }),
        tools,
      ),
  }
}
