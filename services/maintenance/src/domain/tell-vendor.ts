import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { WorkOrderRow } from '../schema.ts'
import { landlordNameOf } from './landlord-name.ts'
import { withdrawnMail, withdrawnText } from './vendor-messages.ts'

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

/** Tells the vendors of withdrawn work orders that they need not come. One whom the work order never reached is not told. */
export async function tellWithdrawn(
  orders: readonly WorkOrderRow[],
  title: string,
  tools: Pick<Tools, 'call' | 'log'>,
): Promise<void> {
  const reached = orders.filter(({ delivery }) => delivery === 'sent')
  const [first] = reached
  if (!first) return
  const landlordName = await landlordNameOf(first.landlordId, tools)
  const text = withdrawnText(landlordName)
  const mail = { ...withdrawnMail(landlordName, title), fixedBody: withdrawnMail(landlordName, null).body }
  await Promise.all(
    reached.map((order) =>
      tellVendor(
        order,
        `work-order-withdrawn:${order.id}`,
        order.channel === 'sms' ? { body: text, fixedBody: text } : mail,
        tools,
      ),
    ),
  )
}
