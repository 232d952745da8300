import { attention, type AttentionItem, type AttentionKind, attentionKinds } from '@keyhold/contracts/gateway/attention'
import { paymentAttention, type Waiting } from '@keyhold/contracts/payments/dashboard'
import { maintenanceAttention, type MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { deliveryAttention, type FailedDelivery } from '@keyhold/contracts/messaging/deliveries'
import { insuranceProblems } from '@keyhold/contracts/tenancy/insurance'
import { type ShortTermTask, taskAttention } from '@keyhold/contracts/properties/stays/tasks'
import { tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import type { z } from '@keyhold/contracts/zod'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Call } from '@keyhold/kit/http/call'
import { type Route, serve } from '@keyhold/kit/http/serve'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { attentionItemsPerKind, endingTenancyDays } from '../limits.ts'

/** The items of the kinds that one service answers. */
interface Part {
  items: AttentionItem[]
  totals: Partial<Record<AttentionKind, number>>
}

type Query = { limit: number }

const noDetails = { tenantId: null, propertyId: null, note: null, amount: null, on: null, at: null }

export const attentionRoutes: Route[] = [
  // Composed here, because the items belong to five services. One that does not answer does not hide the others.
  serve(attention, async ({ actor, call }) => {
    const query = { limit: attentionItemsPerKind }
    const parts: [AttentionKind[], Promise<Part>][] = [
      [['emergency', 'past_due', 'bill'], maintenancePart(call, actor, query)],
      [['overdue', 'unverified', 'late_fee', 'billing_ended'], paymentsPart(call, actor, query)],
      [['ending', 'insurance', 'without_home'], tenancyPart(call, actor, query)],
      [['failed_message'], messagingPart(call, actor, query)],
      [['late_turnover', 'unassigned_turnover'], propertiesPart(call, actor, query)],
    ]
    const answers = await Promise.all(
      parts.map(async ([kinds, part]) => ({ kinds, part: await part.catch(ignoreUnavailable) })),
    )
    const totals = Object.fromEntries(attentionKinds.map((kind) => [kind, 0])) as Record<AttentionKind, number>
    for (const { part } of answers) Object.assign(totals, part?.totals)
    const all = answers.flatMap(({ part }) => part?.items ?? [])
    const items = all.filter((item) => !isRepeated(item, all)).map((item) => withReported(item, all))
    for (const { kind } of all.filter((item) => isRepeated(item, all))) totals[kind] -= 1
    return {
      items: items.toSorted((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind)),
      totals,
      unknown: answers.flatMap(({ kinds, part }) => (part ? [] : kinds)),
    }
  }),
]

/** A lease that is over and no longer charged is listed once, as the latter; a tenant who is overdue and reported money once, with both. */
const isRepeated = ({ kind, recordId, tenantId }: AttentionItem, all: readonly AttentionItem[]) =>
  (kind === 'ending' && all.some((other) => other.kind === 'billing_ended' && other.recordId === recordId)) ||
  (kind === 'unverified' && all.some((other) => other.kind === 'overdue' && other.tenantId === tenantId))

function withReported(item: AttentionItem, all: readonly AttentionItem[]): AttentionItem {
  if (item.kind !== 'overdue') return item
  const reported = all.find(({ kind, tenantId }) => kind === 'unverified' && tenantId === item.tenantId)?.amount
  return reported == null ? item : { ...item, reported }
}

async function maintenancePart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { emergencies, pastDue, bills } = await call(maintenanceAttention, actor, { query })
  return {
    items: [
      ...emergencies.items.map(requestItem('emergency')),
      ...pastDue.items.map(requestItem('past_due')),
      ...bills.items.map(({ requestId, oldestAt, vendorNames, ...bill }): AttentionItem => ({
        ...noDetails,
        ...bill,
        kind: 'bill',
        recordId: requestId,
        note: vendorNames,
        at: oldestAt,
      })),
    ],
    totals: { emergency: emergencies.total, past_due: pastDue.total, bill: bills.total },
  }
}

async function paymentsPart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { overdue, unverified, lateFees, billingEnded } = await call(paymentAttention, actor, { query })
  return {
    items: [
      ...overdue.items.map(tenantItem('overdue')),
      ...unverified.items.map(tenantItem('unverified')),
      ...billingEnded.items.map(({ tenancyId, tenantId, name, propertyId, propertyName, endedOn }): AttentionItem => ({
        ...noDetails,
        kind: 'billing_ended',
        recordId: tenancyId,
        tenantId,
        propertyId,
        title: name,
        note: propertyName,
        on: endedOn,
      })),
    ],
    totals: {
      overdue: overdue.total,
      unverified: unverified.total,
      late_fee: lateFees.total,
      billing_ended: billingEnded.total,
    },
  }
}

async function tenancyPart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { total, ending, insurance, withoutHome } = await call(tenancyAttention, actor, {
    query: { ...query, days: endingTenancyDays },
  })
  const items = ending.map(({ tenancyId, tenantId, name, propertyName, endDate }): AttentionItem => ({
    ...noDetails,
    kind: 'ending',
    recordId: tenancyId,
    tenantId,
    title: name,
    note: propertyName,
    on: endDate,
  }))
  const homeless = withoutHome.items.map(({ tenantId, name, propertyName, registeredAt }): AttentionItem => ({
    ...noDetails,
    kind: 'without_home',
    recordId: tenantId,
    tenantId,
    title: name,
    note: propertyName,
    at: registeredAt,
  }))
  const uninsured = insurance.items.map(({ tenantId, name, propertyName, status, expiryDate }): AttentionItem => ({
    ...noDetails,
    kind: 'insurance',
    recordId: tenantId,
    tenantId,
    title: name,
    note: propertyName,
    insurance: insuranceProblems.find((one) => one === status),
    on: expiryDate,
  }))
  return {
    items: [...items, ...uninsured, ...homeless],
    totals: { ending: total, insurance: insurance.total, without_home: withoutHome.total },
  }
}

async function messagingPart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { total, items } = await call(deliveryAttention, actor, { query })
  return { items: items.map(deliveryItem), totals: { failed_message: total } }
}

async function propertiesPart(call: Call, actor: Actor, query: Query): Promise<Part> {
  const { late, unassigned } = await call(taskAttention, actor, { query })
  return {
    items: [
      ...late.items.map(turnoverItem('late_turnover')),
      ...unassigned.items.map(turnoverItem('unassigned_turnover')),
    ],
    totals: { late_turnover: late.total, unassigned_turnover: unassigned.total },
  }
}

const tenantItem =
  (kind: AttentionKind) =>
  ({
    paymentId,
    tenantId,
    propertyId,
    tenantName,
    propertyName,
    amount,
    charges,
    dueDate,
  }: Waiting): AttentionItem => ({
    ...noDetails,
    kind,
    recordId: paymentId,
    tenantId,
    propertyId,
    title: tenantName,
    note: propertyName,
    amount,
    count: charges,
    on: dueDate,
  })

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

const turnoverItem =
  (kind: AttentionKind) =>
  ({ id, propertyId, title, listingName, assignedTo, dueDate }: ShortTermTask): AttentionItem => ({
    ...noDetails,
    kind,
    recordId: id,
    propertyId,
    title,
    note: [listingName, assignedTo].filter(Boolean).join(' · '),
    on: dueDate,
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
