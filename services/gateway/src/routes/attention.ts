import { attention, type AttentionItem, type AttentionKind, attentionKinds } from '@keyhold/contracts/gateway/attention'
import { paymentAttention } from '@keyhold/contracts/payments/dashboard'
import { maintenanceAttention, type MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { deliveryAttention, type FailedDelivery } from '@keyhold/contracts/messaging/deliveries'
import type { Payment } from '@keyhold/contracts/payments/payments'
import { tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import type { z } from '@keyhold/contracts/zod'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Call } from '@keyhold/kit/http/call'
import { type Route, serve } from '@keyhold/kit/http/serve'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { attentionItemsPerKind, endingTenancyDays } from '../limits.ts'

/** The items of the kinds that one service answers. */
interface Part {
  items: AttentionItem[]
  totals: Partial<Record<AttentionKind, number>>
}

type Query = { limit: number }

const noDetails = { tenantId: null, propertyId: null, note: null, amount: null, on: null, at: null }

export const attentionRoutes: Route[] = [
  // Composed here, because the items belong to four services. One that does not answer does not hide the others.
  serve(attention, async ({ actor, call }) => {
    const query = { limit: attentionItemsPerKind }
    const parts: [AttentionKind[], Promise<Part>][] = [
      [['emergency', 'past_due'], maintenancePart(call, actor, query)],
      [['overdue', 'unverified', 'late_fee'], paymentsPart(call, actor, query)],
      [['ending'], tenancyPart(call, actor, query)],
      [['failed_message'], messagingPart(call, actor, query)],
    ]
    const answers = await Promise.all(
      parts.map(async ([kinds, part]) => ({ kinds, part: await part.catch(ignoreUnavailable) })),
    )
    const totals = Object.fromEntries(attentionKinds.map((kind) => [kind, 0])) as Record<AttentionKind, number>
    for (const { part } of answers) Object.assign(totals, part?.totals)
    const items = answers.flatMap(({ part }) => part?.items ?? [])
    return {
      items: items.toSorted((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind)),
      totals,
      unknown: answers.flatMap(({ kinds, part }) => (part ? [] : kinds)),
    }
  }),
]

async function maintenancePart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { emergencies, pastDue } = await call(maintenanceAttention, actor, { query })
  return {
    items: [...emergencies.items.map(requestItem('emergency')), ...pastDue.items.map(requestItem('past_due'))],
    totals: { emergency: emergencies.total, past_due: pastDue.total },
  }
}

async function paymentsPart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { overdue, unverified, lateFees } = await call(paymentAttention, actor, { query })
  return {
    items: [
      ...overdue.items.map(paymentItem('overdue', ({ balance }) => balance)),
      ...unverified.items.map(paymentItem('unverified', reportedAmount)),
    ],
    totals: { overdue: overdue.total, unverified: unverified.total, late_fee: lateFees.total },
  }
}

async function tenancyPart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { total, ending } = await call(tenancyAttention, actor, { query: { ...query, days: endingTenancyDays } })
  const items = ending.map(({ tenancyId, tenantId, name, propertyName, endDate }): AttentionItem => ({
    ...noDetails,
    kind: 'ending',
    recordId: tenancyId,
    tenantId,
    title: name,
    note: propertyName,
    on: endDate,
  }))
  return { items, totals: { ending: total } }
}

async function messagingPart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { total, items } = await call(deliveryAttention, actor, { query })
  return { items: items.map(deliveryItem), totals: { failed_message: total } }
}

const paymentItem =
  (kind: AttentionKind, amountOf: (payment: Payment) => number) =>
  (payment: Payment): AttentionItem => ({
    ...noDetails,
    kind,
    recordId: payment.id,
    tenantId: payment.tenantId,
    propertyId: payment.propertyId,
    title: payment.tenantName,
    note: payment.propertyName,
    amount: amountOf(payment),
    on: payment.dueDate,
  })

const reportedAmount = (payment: Payment) =>
  toDollars(payment.reported.reduce((cents, { amount }) => cents + toCents(amount), 0))

const requestItem =
  (kind: AttentionKind) =>
  (request: z.output<typeof MaintenanceRequest>): AttentionItem => ({
    ...noDetails,
    kind,
    recordId: request.id,
    tenantId: request.tenantId,
    propertyId: request.propertyId,
    title: request.title,
    note: request.propertyName,
    at: kind === 'past_due' ? request.dueAt : request.createdAt,
  })

const deliveryItem = ({ id, to, reason, failedAt, canRetry }: z.output<typeof FailedDelivery>): AttentionItem => ({
  ...noDetails,
  kind: 'failed_message',
  recordId: id,
  title: to,
  note: reason,
  at: failedAt,
  canRetry,
})

function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'unavailable') return undefined
  throw error
}
