import type { Envelope, EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { Bus } from '@keyhold/kit/messaging/bus'
import { startConsumer } from '@keyhold/kit/messaging/inbox'
import { silentLog } from '@keyhold/kit/runtime/log'
import { v7 } from 'uuid'
import { propertyEvents } from '../events/properties.ts'
import { tenancyEvents } from '../events/tenancy.ts'
import type { PaymentsApp } from './test-app.ts'

/** The consumer of payments, which gets its batches from the test: the bus decides by load which events share one. */
export async function startBatches(app: PaymentsApp) {
  let deliver: Parameters<Bus['subscribe']>[2] | undefined
  const none = { ready: () => true, stop: async () => {} }
  const bus: Bus = {
    publish: async () => {},
    watch: async () => none,
    idle: async () => true,
    ready: () => true,
    close: async () => {},
    subscribe: async (_name, _types, handle) => ((deliver = handle), none),
  }
  let handled = 0
  const handlers = [...tenancyEvents, ...propertyEvents].map((handler): typeof handler => ({
    ...handler,
    handle(events, tools) {
      handled++
      return handler.handle(events, tools)
    },
  }))
  const { clock } = app
  const consumer = await startConsumer({
    service: 'payments',
    db: app.db('payments'),
    bus,
    handlers,
    log: silentLog,
    clock,
  })

  return {
    /** Resolves when the batch has been handled, or its failed events queued. */
    deliver: (batch: readonly Envelope[]) => deliver?.(batch) ?? Promise.reject(new Error('Nobody has subscribed')),
    /** How often a handler was called since the start: once for the events of a type in a batch, and again for each attempt after the first. */
    handled: () => handled,
    /** Runs the retries that are due. */
    retry: () => consumer.retry(),
    stop: () => consumer.stop(),
  }
}

/** An event as its publisher emits it. */
export function eventOf<D extends z.ZodObject>(contract: EventContract<D>, data: z.output<D>, time: string): Envelope {
  const fields = data as Record<string, unknown>
  return {
    specversion: '1.0',
    id: v7(),
    source: `/${contract.type.split('.')[0]}`,
    type: contract.type,
    time,
    subject: String(fields[contract.subject]),
    datacontenttype: 'application/json',
    dataversion: contract.version,
    landlordid: String(fields.landlordId),
    data,
  }
}

/** Counts the statements that a transaction sends from now on. */
export function countStatements(tx: Tx): () => number {
  const { client } = Reflect.get(tx, 'session') as { client: { query: (...given: unknown[]) => Promise<unknown> } }
  const send = client.query.bind(client)
  let count = 0
  client.query = (...given) => {
    count++
    return send(...given)
  }
  return () => count
}
