import {
  cancelPayment,
  createPayment,
  listPayments,
  summarizePayments,
  updatePayment,
} from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { reportPayment, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import type { TenantActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import * as fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { checkBooks } from '../journal/check/check-books.ts'
import { LedgerModel } from '../../testing/ledger-model.ts'
import { startPaymentsApp } from '../../testing/test-app.ts'

const app = await startPaymentsApp()
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
const ann = actors.landlord()
const today = '2026-03-15'
afterAll(async () => {
  await owner.end()
  await app.stop()
})

// Few amounts, so that payments often match exactly, and odd ones, so that a floating-point error would show.
const amounts = fc.oneof(
  fc.constantFrom(1, 10, 3333, 10_000, 10_010, 20_000, 30_000),
  fc.integer({ min: 1, max: 50_000 }),
)
const dueDates = fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-14', '2026-03-15', '2026-03-16', '2026-06-01')
const which = fc.nat({ max: 20 })
const operations = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      cents: amounts,
      dueDate: dueDates,
      type: fc.constantFrom('rent', 'rent', 'rent', 'late_fee', 'security_deposit'),
      part: fc.constantFrom(0, 0, 0.5, 1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('report' as const), cents: amounts }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('verify' as const), which, cents: fc.option(amounts, { freq: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), which, cents: amounts }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
)
type Operation = typeof operations extends fc.Arbitrary<infer T> ? T : never

const send = {
  create: (tenantId: string, { cents, dueDate, type, part }: Extract<Operation, { kind: 'create' }>) => {
    const received = Math.ceil(cents * part)
    const how =
      part === 0 ? {} : part === 1 ? { status: 'paid' } : { status: 'partial', amountPaid: toDollars(received) }
    return app.send(createPayment, ann, {
      body: { tenantId, amount: toDollars(cents), dueDate, paymentType: type, ...how, isAdditional: true },
    })
  },
  report: (tenant: TenantActor, cents: number) =>
    app.send(reportPayment, tenant, { body: { amount: toDollars(cents) } }),
  verify: (id: string, cents: number | null) =>
    app.verify(ann, id, cents === null ? {} : { amountPaid: toDollars(cents) }),
  reverse: (id: string) => app.send(reversePayment, ann, { params: { id }, body: { reason: 'taken back' } }),
  edit: (id: string, cents: number) =>
    app.send(updatePayment, ann, { params: { id }, body: { amount: toDollars(cents) } }),
  cancel: (id: string) => app.send(cancelPayment, ann, { params: { id }, body: { reason: 'not owed' } }),
}

function sendTo(id: string, operation: Exclude<Operation, { kind: 'create' | 'report' }>) {
  switch (operation.kind) {
    case 'verify':
      return send.verify(id, operation.cents)
    case 'reverse':
      return send.reverse(id)
    case 'edit':
      return send.edit(id, operation.cents)
    case 'cancel':
      return send.cancel(id)
  }
}

/** Applies the operation to the service and to the model; both must give the same result. */
async function apply(
  operation: Operation,
  tenant: TenantActor & { tenantId: string },
  model: LedgerModel,
): Promise<void> {
  if (operation.kind === 'create') {
    const { cents, dueDate, type, part } = operation
    const { status, body } = await send.create(tenant.tenantId, operation)
    expect(status).toBe(201)
    model.create({ id: body.id, type, cents, dueDate }, Math.ceil(cents * part))
    // After a new charge there is never both credit and debt.
    const { body: summary } = await app.send(summarizePayments, ann, { query: { tenantId: tenant.tenantId } })
    expect(Math.min(summary.credit, summary.outstanding)).toBe(0)
    return
  }
  if (operation.kind === 'report') {
    const charge = model.report(operation.cents)
    const { status, body } = await send.report(tenant, operation.cents)
    expect([status, status === 201 ? body.id : undefined]).toEqual([charge ? 201 : 409, charge])
    return
  }
  const charge = model.charges[operation.which % Math.max(1, model.charges.length)]
  if (!charge) return
  const { kind } = operation
  const allowed =
    kind === 'verify'
      ? model.verify(charge, operation.cents)
      : kind === 'edit'
        ? model.edit(charge, operation.cents)
        : kind === 'reverse'
          ? model.reverse(charge)
          : model.cancel(charge)
  const { status } = await sendTo(charge.id, operation)
  expect([kind, status]).toEqual([kind, allowed ? 200 : 409])
}

const listOf = async (tenantId: string) => (await app.send(listPayments, ann, { query: { tenantId, limit: 500 } })).body
const sumOf = (parts: number[]) => toDollars(parts.reduce((sum, amount) => sum + toCents(amount), 0))

/** Invariants after any operations: the books balance, and every endpoint gives the same sums. */
async function checkLedger(tenant: TenantActor & { tenantId: string }): Promise<void> {
  const { tenantId } = tenant
  const list = await listOf(tenantId)
  for (const payment of list) {
    expect(sumOf([payment.amountPaid, payment.balance])).toBe(payment.amount)
    expect(payment.balance).toBeGreaterThanOrEqual(0)
    expect(payment.status).toBe(
      payment.balance === 0
        ? 'paid'
        : payment.amountPaid > 0
          ? 'partial'
          : payment.dueDate < today
            ? 'overdue'
            : 'pending',
    )
  }
  const { body: summary } = await app.send(summarizePayments, ann, { query: { tenantId } })
  expect(summary.outstanding).toBe(sumOf(list.map(({ balance }) => balance)))
  for (const status of ['pending', 'paid', 'overdue', 'partial'] as const) {
    const of = list.filter((payment) => payment.status === status)
    expect(summary.byStatus[status]).toEqual({
      count: of.length,
      amount: sumOf(of.map(({ amount }) => amount)),
      received: sumOf(of.map(({ amountPaid }) => amountPaid)),
      open: sumOf(of.map(({ balance }) => balance)),
    })
  }
  const wrong = await owner`
    select 'receipt' as over, r.id from receipt r join allocation a on a.receipt_id = r.id where r.tenant_id = ${tenantId} group by r.landlord_id, r.id, r.amount having sum(a.amount) > r.amount
    union all
    select 'charge', c.id from charge c join allocation a on a.charge_id = c.id where c.tenant_id = ${tenantId} group by c.landlord_id, c.id, c.amount having sum(a.amount) not between 0 and c.amount
    union all
    select 'uncounted', r.id from receipt r join allocation a on a.receipt_id = r.id where r.tenant_id = ${tenantId} and r.reported_by = 'tenant' and r.verified_at is null
    union all
    select 'reversed', r.id from receipt r join reversal v on v.receipt_id = r.id join allocation a on a.receipt_id = r.id where r.tenant_id = ${tenantId} group by r.landlord_id, r.id, a.charge_id having sum(a.amount) <> 0`
  expect(wrong).toEqual([])
  const [counted] = await owner`
    select coalesce(sum(amount), 0)::float as sum from receipt where tenant_id = ${tenantId} and (reported_by = 'landlord' or verified_at is not null) and id not in (select receipt_id from reversal)`
  const all = toDollars(Math.round(counted?.sum * 100))
  expect(sumOf([...list.map(({ amountPaid }) => amountPaid), summary.credit])).toBe(all)
  const deposits = { tenantId, paymentType: 'security_deposit' as const }
  const kept = sumOf(
    list.filter(({ paymentType }) => paymentType === 'security_deposit').map(({ amountPaid }) => amountPaid),
  )
  expect(summary.totalRevenue).toBe(sumOf([all, -kept, -summary.credit]))
  expect((await app.send(summarizePayments, ann, { query: deposits })).body).toMatchObject({
    totalRevenue: 0,
    credit: 0,
  })
  const { body: stats } = await app.send(tenantStats, tenant)
  const due = sumOf(list.filter(({ dueDate }) => dueDate <= today).map(({ balance }) => balance))
  // Money received is allocations plus credit: no cent is lost.
  if (list.length > 0) expect(sumOf([...list.map(({ amountPaid }) => amountPaid), due - stats.balance])).toBe(all)
  expect(stats.awaitingConfirmation).toBe(sumOf(list.flatMap(({ reported }) => reported.map(({ amount }) => amount))))
}

test('the service agrees with the model to the cent after any sequence of recording, reporting, verifying, editing and reversing', async () => {
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operations, { minLength: 10, maxLength: 50, size: 'max' }), async (sequence) => {
      const tenant = await app.addTenant(ann)
      const model = new LedgerModel()
      for (const operation of sequence) {
        await apply(operation, tenant, model)
        done++
        const list = await listOf(tenant.tenantId)
        expect(list).toHaveLength(model.charges.length)
        const seen = new Map(list.map((payment) => [payment.id, payment]))
        for (const charge of model.charges) {
          const { amountPaid, balance, status, reported } = seen.get(charge.id) ?? {}
          expect({ amountPaid, balance, status, reported: reported?.map(({ amount }) => amount) }).toEqual({
            amountPaid: toDollars(model.paid(charge.id)),
            balance: toDollars(model.open(charge)),
            status: model.status(charge, today),
            reported: model.reported(charge.id).map(toDollars),
          })
        }
      }
      await checkLedger(tenant)
      expect((await app.send(summarizePayments, ann, { query: { tenantId: tenant.tenantId } })).body.credit).toBe(
        toDollars(model.credit),
      )
      const due = model.charges
        .filter(({ dueDate }) => dueDate <= today)
        .reduce((sum, charge) => sum + model.open(charge), 0)
      if (model.charges.length > 0)
        expect((await app.send(tenantStats, tenant)).body.balance).toBe(toDollars(due - model.credit))
    }),
    { numRuns: 12 },
  )
  expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([])
  // The run did something; how much is random.
  expect(done).toBeGreaterThan(50)
}, 120_000)

test('concurrent operations in any order leave the books balanced, and none fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operations, { minLength: 20, maxLength: 60, size: 'max' }), async (crowd) => {
      const tenant = await app.addTenant(ann)
      for (let n = 0; n < 3; n++) await app.charge(ann, tenant.tenantId, { amount: 100 + n, dueDate: '2026-02-01' })
      const ids = (await listOf(tenant.tenantId)).map(({ id }) => id)
      const answers = await Promise.all(
        crowd.map((operation) => {
          if (operation.kind === 'create') return send.create(tenant.tenantId, operation)
          if (operation.kind === 'report') return send.report(tenant, operation.cents)
          const id = ids[operation.which % ids.length] ?? ''
          return sendTo(id, operation)
        }),
      )
      expect(answers.filter(({ status }) => ![200, 201, 409].includes(status)).map(({ problem }) => problem)).toEqual(
        [],
      )
      await checkLedger(tenant)
    }),
    { numRuns: 6 },
  )
  expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([])
}, 120_000)
