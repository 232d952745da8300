import type { Envelope, EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '../database/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'

/** What a handler receives. Its effect belongs in `tx`, where it commits together with the inbox row. */
export interface EventContext<D> {
  event: Envelope<D>
  data: D
  tx: Tx
  log: Log
  clock: Clock
}

/** A reaction to an event, as data. */
export interface EventHandler {
  contract: EventContract
  /** Names the handler in the inbox: unique within the service, and never changed. */
  name: string
  handle(context: EventContext<unknown>): Promise<void>
}

/**
 * Handles events of one type. The data is parsed with the contract first (unknown fields are dropped). The handler runs in a
 * transaction of the event's landlord, and again after a failure or a serialization conflict, so it does database work only.
 * A second handler of the same type needs a `name`.
 */
export function on<D extends z.ZodObject>(
  contract: EventContract<D>,
  handler: (context: EventContext<z.output<D>>) => Promise<void>,
  { name = contract.type }: { name?: string } = {},
): EventHandler {
  return {
    contract,
    name,
    handle: (context) => {
      const data = contract.data.parse(context.data)
      return handler({ ...context, event: { ...context.event, data }, data })
    },
  }
}
