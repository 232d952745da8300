import { addDays } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import {
  cancelPayment,
  createPayment,
  listPayments,
  summarizePayments,
  updatePayment,
} from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import * as fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { applyTenancies } from '../rents/apply-tenancies.ts'
import { postDue } from '../rents/post-due.ts'
import { rentRuleOf } from '../rents/recurring-rules.ts'
import { checkBooks } from '../journal/check/check-books.ts'
import { LedgerModel, type ModelCharge } from '../../testing/ledger-model.ts'
import { startPaymentsApp } from '../../testing/test-app.ts'
import { seedOfLedgers } from '../../testing/seed.ts'

// Long histories of many ledgers at once.
const seed = seedOfLedgers()
const each = 125
// An ordinary run does four hundred operations; `npm run test:all` ten thousand, and a soak run may do more.
const accounts = Math.ceil(Number(process.env.LEDGER_OPERATIONS ?? 400) / each)

const app = await startPaymentsApp()
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
const db = app.db('payments')
const ann = actors.landlord()
const service = actors.service('payments', ann.landlordId)
const today = '2026-03-15'
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const amounts = fc.oneof(
  fc.constantFrom(1, 10, 3333, 10_000, 10_010, 20_000, 30_000),
  fc.integer({ min: 1, max: 150_000 }),
)
const dueDates = fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-14', '2026-03-15', '2026-03-16', '2026-06-01')
const which = fc.nat({ max: 60 })
const kind = <K extends string>(name: K) => fc.constant(name)
const operations = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('charge'),
      cents: amounts,
      dueDate: dueDates,
      type: fc.constantFrom('rent', 'late_fee', 'other', 'security_deposit'),
      part: fc.constantFrom(0, 0, 0.5, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('post'), days: fc.integer({ min: 1, max: 45 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('report'), cents: amounts }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('verify'), which, cents: fc.option(amounts, { freq: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('reverse'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('edit'), which, cents: amounts }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel'), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('terms'),
      cents: amounts,
      proration: fc.constantFrom('none', 'actual', 'thirty', 'annual365'),
      dueDay: fc.constantFrom(1, 1, 15, 31),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('prepay'), which: fc.nat({ max: 1 }), cents: fc.option(amounts) }) },
  // Frequent, and undone as often, so that money is deallocated from rents.
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('move-out'), days: fc.option(fc.integer({ min: -50, max: 60 }), { freq: 2 }) }),
  },
)
type Operation = typeof operations extends fc.Arbitrary<infer T> ? T : never

/** A tenant, the tenancy, and the model of their ledger. */
class Life {
  readonly model = new LedgerModel()
  readonly tenant = actors.tenantOf(ann)
  private day = '2026-01-01'
  private announced = 0
  private snapshot: TenancySnapshot = app.tenancySnapshot(
    app.tenantSnapshot(ann, { tenantId: this.tenantId, leaseStartDate: '2026-01-10', monthlyRent: 900 }),
    {
      termKind: 'rollover',
      billing: { dueDay: 1, proration: 'actual', postingDays: 3 },
    },
  )

  get tenantId(): string {
    return this.tenant.tenantId ?? ''
  }

  /** The clock for posting rents, one per ledger, so that each ledger advances independently. */
  private get now(): string {
    return `${this.day}T18:00:00.000Z`
  }

  async begin(): Promise<void> {
    await this.tell(this.snapshot)
  }

  private async tell(snapshot: TenancySnapshot): Promise<void> {
    this.snapshot = snapshot
    const asOf = new Date(Date.UTC(2026, 0, 1) + ++this.announced * 1000).toISOString()
    await db.transaction(service, (tx) => applyTenancies(tx, [{ snapshot, asOf }], { now: this.now }))
    await this.model.sync(rentRuleOf(snapshot) ?? expect.fail('no rent'), this.day, (period) => this.idOf(period))
  }

  private async idOf(period: string): Promise<string> {
    const [row] =
      await owner`select id from charge where landlord_id = ${ann.landlordId} and rule_id = ${this.tenantId} and period = ${period} and cancelled_at is null`
    return row?.id as string
  }

  async live(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'charge':
        return this.charge(operation)
      case 'post':
        this.day = addDays(this.day, operation.days)
        await db.transaction(service, (tx) =>
          postDue(tx, { landlordId: ann.landlordId, ids: [this.tenantId], now: this.now }),
        )
        return this.model.sync(rentRuleOf(this.snapshot) ?? expect.fail('no rent'), this.day, (period) =>
          this.idOf(period),
        )
      case 'report': {
        const charge = this.model.report(operation.cents)
        const { status } = await app.send(reportPayment, this.tenant, { body: { amount: toDollars(operation.cents) } })
        return expect(status).toBe(charge ? 201 : 409)
      }
      case 'terms':
        return this.tell({
          ...this.snapshot,
          monthlyRent: toDollars(operation.cents),
          billing: { dueDay: operation.dueDay, proration: operation.proration, postingDays: 3 },
        })
      case 'move-out':
        return this.tell({
          ...this.snapshot,
          movedOutOn: operation.days === null ? null : addDays(this.day, operation.days),
        })
      case 'verify':
      case 'prepay':
      case 'reverse':
      case 'edit':
      case 'cancel':
        return this.treat(operation)
    }
  }

  /** The service does this in the same call, with the app's clock. */
  private syncAfterReport(charge: ModelCharge): Promise<void> {
    return this.model.syncAfterReport(charge, today, (period) => this.idOf(period))
  }

  private async charge({ cents, dueDate, type, part }: Extract<Operation, { kind: 'charge' }>): Promise<void> {
    const received = Math.ceil(cents * part)
    const how =
      part === 0 ? {} : part === 1 ? { status: 'paid' } : { status: 'partial', amountPaid: toDollars(received) }
    const charge = { tenantId: this.tenantId, amount: toDollars(cents), dueDate, paymentType: type }
    const body = { ...charge, ...how, isAdditional: true }
    const made = await app.send(createPayment, ann, { body })
    expect(made.status).toBe(201)
    this.model.create({ id: made.body.id, type, cents, dueDate }, received)
  }

  private async treat(operation: Extract<Operation, { which: number }>): Promise<void> {
    // Payments on cancelled charges can be reversed too.
    const { charges, notOwed } = this.model
    const rents = charges.filter(({ period }) => period).toSorted((a, b) => (a.dueDate < b.dueDate ? 1 : -1))
    const list = operation.kind === 'reverse' ? [...charges, ...notOwed] : operation.kind === 'prepay' ? rents : charges
    const charge = list[operation.which % Math.max(1, list.length)]
    if (!charge) return
    const params = { id: charge.id }
    if (operation.kind === 'verify' || operation.kind === 'prepay') {
      const isAnswer = this.model.reported(charge.id).length > 0 && operation.cents === null
      const allowed = this.model.verify(charge, operation.cents)
      const { status } = await app.verify(
        ann,
        charge.id,
        operation.cents === null ? {} : { amountPaid: toDollars(operation.cents) },
      )
      expect(status).toBe(allowed ? 200 : 409)
      return isAnswer ? this.syncAfterReport(charge) : undefined
    }
    if (operation.kind === 'reverse') {
      const reports = this.model.reported(charge.id).length
      const allowed = this.model.reverse(charge)
      expect((await app.send(reversePayment, ann, { params, body: { reason: 'returned' } })).status).toBe(
        allowed ? 200 : 409,
      )
      return this.model.reported(charge.id).length < reports ? this.syncAfterReport(charge) : undefined
    }
    if (operation.kind === 'edit') {
      const allowed = this.model.edit(charge, operation.cents)
      return expect(
        (await app.send(updatePayment, ann, { params, body: { amount: toDollars(operation.cents) } })).status,
      ).toBe(allowed ? 200 : 409)
    }
    const allowed = this.model.cancel(charge)
    return expect((await app.send(cancelPayment, ann, { params, body: { reason: 'not owed' } })).status).toBe(
      allowed ? 200 : 409,
    )
  }

  /** The service agrees with the model to the cent, and all endpoints with each other. */
  async check(): Promise<void> {
    const { body: list } = await app.send(listPayments, ann, { query: { tenantId: this.tenantId, limit: 500 } })
    const seen = new Map(
      list.map((one) => [one.id, [one.dueDate, toCents(one.amount), toCents(one.amountPaid), one.status]]),
    )
    const { model } = this
    expect(seen).toEqual(
      new Map(
        model.charges.map((one) => [one.id, [one.dueDate, one.cents, model.paid(one.id), model.status(one, today)]]),
      ),
    )
    const { body: summary } = await app.send(summarizePayments, ann, { query: { tenantId: this.tenantId } })
    const open = model.charges.reduce((sum, one) => sum + model.open(one), 0)
    expect([toCents(summary.outstanding), toCents(summary.credit)]).toEqual([open, model.credit])
    const { body: ledger } = await app.send(getLedger, ann, {
      params: { id: this.tenantId },
      query: { from: '2025-06-01', to: '2030-05-31' },
    })
    expect([toCents(ledger.closingBalance), toCents(ledger.open), toCents(ledger.credit)]).toEqual([
      open - model.credit,
      open,
      model.credit,
    ])
  }
}

/** Invariants over all ledgers. */
async function checkLedgers(): Promise<void> {
  const wrong = await owner`
    select 'receipt' as over, r.id from receipt r join allocation a on a.receipt_id = r.id group by r.landlord_id, r.id, r.amount having sum(a.amount) > r.amount
    union all
    select 'charge', c.id from charge c join allocation a on a.charge_id = c.id group by c.landlord_id, c.id, c.amount having sum(a.amount) not between 0 and c.amount
    union all
    select 'cancelled', c.id from charge c join allocation a on a.charge_id = c.id where c.cancelled_at is not null group by c.landlord_id, c.id having sum(a.amount) <> 0
    union all
    select 'uncounted', r.id from receipt r join allocation a on a.receipt_id = r.id where r.reported_by = 'tenant' and r.verified_at is null
    union all
    select 'reversed', r.id from receipt r join reversal v on v.receipt_id = r.id join allocation a on a.receipt_id = r.id group by r.landlord_id, r.id, a.charge_id having sum(a.amount) <> 0
    union all
    select 'posted twice', min(c.id::text)::uuid from charge c where c.period is not null and c.cancelled_at is null group by c.landlord_id, c.rule_id, c.period having count(*) > 1
    union all
    select 'days charged twice', c.id from charge c join charge o on o.landlord_id = c.landlord_id and o.rule_id = c.rule_id and o.id > c.id and o.cancelled_at is null
      and daterange(o.covers_from, o.covers_to, '[]') && daterange(c.covers_from, c.covers_to, '[]') where c.cancelled_at is null`
  expect(wrong).toEqual([])
  // A ledger's own clock runs ahead of the app's, so that a return may be dated before the day on which the money was freed.
  const differences = await checkBooks(db, ann.landlordId)
  expect(differences).toEqual([])
}

/** How often a move-out deallocated money; a run without any would not test it. */
async function freedOften(): Promise<number> {
  const [row] = await owner`select count(*)::int as often from allocation where amount < 0 and not is_reversal`
  return row?.often as number
}

/** Eight at a time: several connections write concurrently, and each ledger keeps its order. */
async function inLanes(lives: Life[], work: (life: Life, n: number) => Promise<void>): Promise<void> {
  const queue = lives.entries()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const [n, life] of queue) await work(life, n)
    }),
  )
}

test(
  `${accounts * each} operations on ${accounts} ledgers leave each as its model says, and the books balanced`,
  async () => {
    const sequences = fc.sample(fc.array(operations, { minLength: each, maxLength: each }), { seed, numRuns: accounts })
    const lives = Array.from(sequences, () => new Life())
    await inLanes(lives, async (life, n) => {
      await life.begin()
      for (const [at, operation] of (sequences[n] ?? []).entries()) {
        const failed = (error: unknown) => {
          throw new Error(`Ledger ${n} of seed ${seed} fails after ${at} operations, at ${JSON.stringify(operation)}`, {
            cause: error,
          })
        }
        await life.live(operation).catch(failed)
        // Frequent checks of some ledgers find a fault close to its cause.
        if (n % 10 === 0 && at % 25 === 24) await life.check().catch(failed)
      }
      await life.check().catch((error: unknown) => {
        throw new Error(`Ledger ${n} of seed ${seed} ends otherwise than the model`, { cause: error })
      })
    })
    await checkLedgers()
    expect(await freedOften()).toBeGreaterThan(0)
  },
  Math.max(240_000, accounts * each * 30),
)

/** Operations that may run in any order, each on its own charges: sums commute, and a rule posts each month once. */
async function crowdOf(life: Life): Promise<(() => Promise<unknown>)[]> {
  const { tenantId } = life
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      app.charge(ann, tenantId, {
        amount: 100 + n,
        dueDate: `2026-02-${10 + (n % 15)}`,
        paymentType: n % 3 === 0 ? 'rent' : 'other',
      }),
    ),
  )
  const sorted = made.toSorted((a, b) => a.amount - b.amount).map(({ id }) => id)
  const post = () =>
    db.transaction(service, (tx) =>
      postDue(tx, { landlordId: ann.landlordId, ids: [tenantId], now: '2026-07-04T12:00:00.000Z' }),
    )
  const parts = sorted
    .slice(0, 8)
    .flatMap((id) => [10.01, 20.02, 30.03].map((amountPaid) => () => app.verify(ann, id, { amountPaid })))
  const whole = sorted.slice(8, 12).map((id) => () => app.verify(ann, id))
  const cancelled = sorted
    .slice(12, 16)
    .flatMap((id) =>
      [1, 2].map(() => () => app.send(cancelPayment, ann, { params: { id }, body: { reason: 'not owed' } })),
    )
  const edited = sorted
    .slice(16, 20)
    .map((id, n) => () => app.send(updatePayment, ann, { params: { id }, body: { amount: 500 + n } }))
  const returned: (() => Promise<unknown>)[] = []
  for (const id of sorted.slice(20)) {
    await app.verify(ann, id, { amountPaid: 50 })
    returned.push(() => app.send(reversePayment, ann, { params: { id }, body: { reason: 'returned' } }))
  }
  return [...parts, ...whole, ...cancelled, ...edited, ...returned, post, post, post, post]
}

const stateOf = async ({ tenantId }: Life) =>
  (await app.send(listPayments, ann, { query: { tenantId, limit: 500 } })).body
    .map(({ dueDate, amount, amountPaid, balance, status, paymentType }) =>
      [dueDate, amount, amountPaid, balance, status, paymentType].join(' '),
    )
    .toSorted()

test('concurrent operations over several connections end in the same state as the same operations one by one', async () => {
  const [serial, atOnce] = [new Life(), new Life()]
  for (const life of [serial, atOnce]) await life.begin()
  for (const work of await crowdOf(serial)) await work()
  const crowd = await crowdOf(atOnce)
  const order = fc.sample(fc.shuffledSubarray(crowd, { minLength: crowd.length }), { seed, numRuns: 1 })[0] ?? []
  await Promise.all(order.map((work) => work()))
  expect(await stateOf(atOnce)).toEqual(await stateOf(serial))
  // Twenty-four less four cancelled, and the rents of January to July.
  expect(await stateOf(serial)).toHaveLength(27)
  await checkLedgers()
}, 60_000)
