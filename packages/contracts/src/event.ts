import type { z } from './zod.ts'

/** An event that one service publishes for the others. `subject` names the field of `data` with the record's id; events of one subject stay in order. */
export interface EventContract<D extends z.ZodObject = z.ZodObject> {
  type: `${string}.${string}.${string}`
  version: number
  subject: keyof z.output<D> & string
  data: D
}

export function event<D extends z.ZodObject>(contract: EventContract<D>): EventContract<D> {
  return contract
}

/** An event as consumers receive it: a CloudEvents 1.0 envelope with Keyhold's extensions (in lower case, as the standard requires). */
export interface Envelope<D = unknown> {
  specversion: '1.0'
  /** UUIDv7; the same in every delivery of the event. */
  id: string
  /** `/<service>` of the publisher. */
  source: string
  type: string
  /** Instant of the change, ISO 8601 UTC. */
  time: string
  subject: string
  datacontenttype: 'application/json'
  dataversion: number
  landlordid?: string
  tenantid?: string
  requestid?: string
  data: D
}
