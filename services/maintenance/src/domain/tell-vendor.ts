import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { WorkOrderRow } from '../schema.ts'

/** Longer than the 8 seconds that messaging gives a provider. */
const timeoutMs = 12_000

interface Message {
  subject?: string
  body: string
  /** For an account without history: the platform's wording, without the landlord's words. */
  fixedBody: string
}

/** Sends a text or a mail to the vendor of a work order. Never throws: what it tells stands at the link. Never inside a transaction. */
export async function tellVendor(
  { id, landlordId, channel, sentTo: to }: WorkOrderRow,
  key: string,
  message: Message,
  { call, log }: Pick<Tools, 'call' | 'log'>,
): Promise<Pick<WorkOrderRow, 'delivery' | 'deliveryError'>> {
  if (channel === 'link' || to === null) return { delivery: 'none', deliveryError: null }
  try {
    const { status, reason } = await call(deliver, serviceActor('maintenance', landlordId), {
      body: { key, landlordId, channel, to, ...message },
      timeoutMs,
    })
    return { delivery: status === 'held' ? 'waiting' : status, deliveryError: reason }
  } catch (error) {
    log.warn({ workOrderId: id, error }, 'a vendor could not be told')
    const deliveryError = error instanceof Refusal ? error.message : 'The message could not be sent.'
    return { delivery: 'failed', deliveryError }
  }
}
