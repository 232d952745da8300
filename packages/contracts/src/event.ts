import type { z } from './zod.ts'

/** A fact that one service publishes for the others. `subject` names the field of `data` that holds the record's id: order is kept per subject. */
export interface EventContract<D extends z.ZodObject = z.ZodObject> {
  type: `${string}.${string}.${string}`
  version: number
  subject: keyof z.output<D> & string
  data: D
}

export function event<D extends z.ZodObject>(contract: EventContract<D>): EventContract<D> {
  return contract
}

/** What a consumer receives: a CloudEvents 1.0 envelope with Keyhold's extensions (all lower case, as the standard asks). */
export interface Envelope<D = unknown> {
  specversion: '1.0'
  /** UUIDv7; the same however often the event is delivered. */
  id: string
  /** `/<service>` that published it. */
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
