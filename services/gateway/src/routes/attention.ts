import { attention, type AttentionItem, type AttentionKind, attentionKinds } from '@keyhold/contracts/gateway/attention'
import { paymentAttention } from '@keyhold/contracts/payments/dashboard'
import { maintenanceAttention, type MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { deliveryAttention, type FailedDelivery } from '@keyhold/contracts/messaging/deliveries'
import type { Payment } from '@keyhold/contracts/payments/payments'
import { tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import type { z } from '@keyhold/contracts/zod'
import { Refusal } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { toCents, toDollars } from '@keyhold/kit/lib/money'

/** What one service says of its kinds. */
interface Part {
  items: AttentionItem[]
  totals: Partial<Record<AttentionKind, number>>
}

const perKind = 5
const endingDays = 60
const nothing = { tenantId: null, propertyId: null, note: null, amount: null, on: null, at: null }

const ofPayment =
  (kind: AttentionKind, money: (payment: Payment) => number) =>
  (payment: Payment): AttentionItem => ({
    ...nothing,
    kind,
    recordId: payment.id,
    tenantId: payment.tenantId,
    propertyId: payment.propertyId,
    title: payment.tenantName,
    note: payment.propertyName,
    amount: money(payment),
    on: payment.dueDate,
  })

const ofRequest =
  (kind: AttentionKind) =>
  (request: z.output<typeof MaintenanceRequest>): AttentionItem => ({
    ...nothing,
    kind,
    recordId: request.id,
    tenantId: request.tenantId,
    propertyId: request.propertyId,
    title: request.title,
    note: request.propertyName,
    at: kind === 'past_due' ? request.dueAt : request.createdAt,
  })

const ofDelivery = ({ id, to, reason, failedAt, canRetry }: z.output<typeof FailedDelivery>): AttentionItem => ({
  ...nothing,
  kind: 'failed_message',
  recordId: id,
  title: to,
  note: reason,
  at: failedAt,
  canRetry,
})

const inCents = (payment: Payment) => payment.reported.reduce((sum, { amount }) => sum + toCents(amount), 0)

export const attentionRoutes: Route[] = [
  // Composed here, because no service owns what waits in four. One that does not answer hides none of the others.
  serve(attention, async ({ actor, call }) => {
    const query = { limit: perKind }
    const parts: [AttentionKind[], Promise<Part>][] = [
      [
        ['emergency', 'past_due'],
        call(maintenanceAttention, actor, { query }).then(({ emergencies, pastDue }) => ({
          items: [...emergencies.items.map(ofRequest('emergency')), ...pastDue.items.map(ofRequest('past_due'))],
          totals: { emergency: emergencies.total, past_due: pastDue.total },
        })),
      ],
      [
        ['overdue', 'unverified', 'late_fee'],
        call(paymentAttention, actor, { query }).then(({ overdue, unverified, lateFees }) => ({
          items: [
            ...overdue.items.map(ofPayment('overdue', ({ balance }) => balance)),
            ...unverified.items.map(ofPayment('unverified', (payment) => toDollars(inCents(payment)))),
          ],
          totals: { overdue: overdue.total, unverified: unverified.total, late_fee: lateFees.total },
        })),
      ],
      [
        ['ending'],
        call(tenancyAttention, actor, { query: { ...query, days: endingDays } }).then(({ total, ending }) => ({
          items: ending.map(({ tenancyId, tenantId, name, propertyName, endDate }): AttentionItem => ({
            ...nothing,
            kind: 'ending',
            recordId: tenancyId,
            tenantId,
            title: name,
            note: propertyName,
            on: endDate,
          })),
          totals: { ending: total },
        })),
      ],
      [
        ['failed_message'],
        call(deliveryAttention, actor, { query }).then(({ total, items }) => ({
          items: items.map(ofDelivery),
          totals: { failed_message: total },
        })),
      ],
    ]
    const answers = await Promise.all(
      parts.map(async ([kinds, part]) => ({ kinds, part: await part.catch(unlessDown) })),
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

function unlessDown(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'unavailable') return undefined
  throw error
}
