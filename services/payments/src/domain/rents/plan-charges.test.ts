import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { addDays } from '@keyhold/kit/lib/dates'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uncovered } from './periods.ts'
import { type Posted, reconcile } from './plan-charges.ts'
import { type PlannedCharge, plannedCharges, postedOn, rentRuleOf, type Terms } from './recurring-rules.ts'

const monthly = { dueDay: 1, proration: 'actual', postingDays: 5 } as const
const snapshot = (over: Partial<TenancySnapshot> = {}): TenancySnapshot => ({
  tenancyId: 't',
  landlordId: 'l',
  propertyId: null,
  unitId: null,
  accountId: 'a',
  tenantIds: ['a'],
  startDate: '2026-01-01',
  endDate: null,
  termKind: 'rollover',
  monthlyRent: 1000,
  rentSteps: [],
  securityDeposit: null,
  billing: monthly,
  movedOutOn: null,
  isVoid: false,
  ...over,
})
const terms = (over?: Partial<TenancySnapshot>): Terms => rentRuleOf(snapshot(over)) ?? expect.fail('no rent')

const cents = (dollars: number) => Math.round(dollars * 100)
const fullOf = ({ basis }: Pick<PlannedCharge, 'basis'>) => Number(basis.inputs.full)
const daysOf = ({ period: { from, to } }: Pick<PlannedCharge, 'period'>) => ({ coversFrom: from, coversTo: to })

/** A simple ledger of one rule that applies the planned changes. */
class Book {
  charges: Posted[] = []
  private rule: Terms | null = null
  nextPostOn: string | null = null
  /** Cents deallocated from charges. */
  deallocated = 0

  sync(after: Terms, today: string) {
    const posted = this.charges.filter((one) => !one.id.startsWith('gone'))
    const plan = reconcile({ before: this.rule, after, posted, today })
    for (const one of plan.cancel) {
      this.deallocated += cents(one.paid)
      this.charges = this.charges.map((charge) =>
        charge === one ? { ...one, paid: 0, id: `gone ${one.id}`, isCancelled: true } : charge,
      )
    }
    for (const { charge, to } of plan.change) {
      const paid = Math.min(cents(charge.paid), to.cents)
      this.deallocated += cents(charge.paid) - paid
      const changed = {
        ...charge,
        paid: paid / 100,
        amount: to.cents / 100,
        full: fullOf(to),
        dueDate: to.period.dueOn,
        ...daysOf(to),
      }
      this.charges = this.charges.map((one) => (one === charge ? changed : one))
    }
    for (const { period, cents: amount, basis } of plan.post)
      this.charges.push({
        id: period.key,
        period: period.key,
        ...daysOf({ period }),
        amount: amount / 100,
        full: fullOf({ basis }),
        dueDate: period.dueOn,
        isCancelled: false,
        paid: 0,
        isHeld: false,
      })
    this.rule = after
    this.nextPostOn = plan.nextPostOn
    return plan
  }

  private on = (period: string, to: (one: Posted) => Partial<Posted>) =>
    void (this.charges = this.charges.map((one) =>
      one.period === period && !one.isCancelled ? { ...one, ...to(one) } : one,
    ))
  pay = (period: string, part = 1) => this.on(period, ({ amount }) => ({ paid: Math.ceil(cents(amount) * part) / 100 }))
  report = (period: string) => this.on(period, () => ({ isHeld: true }))
  answer = (period: string) => this.on(period, () => ({ isHeld: false }))
  cancel = (period: string) => this.on(period, ({ paid, isHeld }) => ({ isCancelled: paid === 0 && !isHeld }))
  get owed() {
    return this.charges.filter((one) => !one.isCancelled).map(({ dueDate, amount }) => [dueDate, amount])
  }
}

describe('a rent', () => {
  test('without billing terms is twelve charges at once without proration, regardless of the end date', () => {
    const book = new Book()
    book.sync(terms({ billing: null, startDate: '2026-01-31', endDate: '2026-06-30', termKind: 'fixed' }), '2026-03-15')
    expect(book.owed).toHaveLength(12)
    expect(book.owed.slice(0, 2)).toEqual([
      ['2026-01-31', 1000],
      ['2026-02-28', 1000],
    ])
    expect(book.nextPostOn).toBeNull()
  })

  test('with billing terms is posted the given number of days ahead, with the first and last month of a fixed term prorated', () => {
    const book = new Book()
    const fixed = terms({ startDate: '2026-01-20', endDate: '2026-04-10', termKind: 'fixed' })
    book.sync(fixed, '2026-02-23')
    expect(book.owed).toEqual([
      ['2026-01-20', 387.1],
      ['2026-02-01', 1000],
    ])
    expect(book.nextPostOn).toBe('2026-02-24')
    book.sync(fixed, '2026-02-24')
    expect([book.owed.at(-1), book.nextPostOn]).toEqual([['2026-03-01', 1000], '2026-03-27'])
    book.sync(fixed, '2026-03-27')
    expect([book.owed.at(-1), book.nextPostOn]).toEqual([['2026-04-01', 333.33], null])
  })

  test('continues after the end of a rollover term, and follows its steps at the start of a period', () => {
    const book = new Book()
    const rollover = terms({ endDate: '2026-01-31', rentSteps: [{ startsOn: '2026-02-15', monthlyRent: 1100 }] })
    book.sync(rollover, '2026-03-01')
    expect(book.owed).toEqual([
      ['2026-01-01', 1000],
      ['2026-02-01', 1000],
      ['2026-03-01', 1100],
    ])
  })

  test('that is due or has money stays; later ones follow the new terms', () => {
    const book = new Book()
    book.sync(terms({ billing: null }), '2026-03-15')
    book.pay('2026-05')
    book.cancel('2026-06')
    const { change, cancel, post } = book.sync(terms({ billing: null, monthlyRent: 1200 }), '2026-03-15')
    expect(change.map(({ charge }) => charge.period)).toEqual([
      '2026-04',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
    ])
    expect([cancel, post]).toEqual([[], []])
    expect(book.owed.map(([, amount]) => amount)).toEqual([
      1000,
      1000,
      1000,
      1200,
      1000,
      ...Array<number>(6).fill(1200),
    ])
  })

  test('that the landlord edited is kept until the terms change', () => {
    const book = new Book()
    book.sync(terms({ billing: null }), '2026-03-15')
    book.charges = book.charges.map((one) => (one.period === '2026-05' ? { ...one, amount: 900 } : one))
    expect(book.sync(terms({ billing: null }), '2026-03-15').change).toEqual([])
    expect(book.sync(terms({ billing: null, monthlyRent: 1100 }), '2026-03-15').change).toHaveLength(9)
  })

  test('ends with the move-out: the last month is prorated even if it was due, and money above it is deallocated', () => {
    const book = new Book()
    book.sync(terms(), '2026-03-01')
    book.pay('2026-01')
    expect(book.sync(terms({ movedOutOn: '2026-02-14' }), '2026-03-01')).toMatchObject({
      cancel: [{ period: '2026-03' }],
      nextPostOn: null,
    })
    expect(book.owed).toEqual([
      ['2026-01-01', 1000],
      ['2026-02-01', 500],
    ])
    // Due charges keep their old price while the move-out is recorded.
    expect(book.sync(terms({ movedOutOn: '2026-02-14', monthlyRent: 1300 }), '2026-03-01').change).toEqual([])
    // The move-out was a mistake and is undone.
    book.sync(terms(), '2026-03-01')
    expect(book.owed).toEqual([
      ['2026-01-01', 1000],
      ['2026-02-01', 1000],
      ['2026-03-01', 1000],
    ])
    book.pay('2026-02')
    book.pay('2026-03', 0.1)
    book.sync(terms({ movedOutOn: '2026-02-14' }), '2026-03-01')
    expect(book.owed).toEqual([
      ['2026-01-01', 1000],
      ['2026-02-01', 500],
    ])
    expect(book.deallocated).toBe(60_000)
    // They stayed after all: the shortened month is charged in full again.
    book.sync(terms(), '2026-03-01')
    expect(book.owed.slice(1)).toEqual([
      ['2026-02-01', 1000],
      ['2026-03-01', 1000],
    ])
  })

  test('that was paid stays when terms change together with a later move-out, and when the tenancy is voided', () => {
    const book = new Book()
    book.sync(terms({ billing: null }), '2026-01-05')
    for (const month of ['2026-02', '2026-03', '2026-07']) book.pay(month)
    const paid = () => book.charges.filter((one) => one.paid > 0).map(({ period, amount }) => [period, amount])
    book.sync(
      terms({ billing: null, movedOutOn: '2026-04-30', startDate: '2026-02-10', monthlyRent: 100 }),
      '2026-01-05',
    )
    expect([paid(), book.deallocated]).toEqual([
      [
        ['2026-02', 1000],
        ['2026-03', 1000],
      ],
      100_000,
    ])
    book.sync({ ...terms({ billing: null }), endsOn: '2025-12-31' }, '2026-01-05')
    expect(paid()).toHaveLength(2)
  })

  test('with an unanswered report stays despite a move-out, and so do its days', () => {
    const book = new Book()
    book.sync(terms({ billing: null }), '2026-03-20')
    book.pay('2026-04', 0.5)
    book.report('2026-04')
    book.sync(terms({ billing: null, movedOutOn: '2026-03-31' }), '2026-03-20')
    expect([book.owed.at(-1), book.deallocated]).toEqual([['2026-04-01', 1000], 0])
  })
})

const day = fc.integer({ min: 0, max: 500 }).map((n) => addDays('2026-01-01', n))
const change = fc.record({
  monthlyRent: fc.constantFrom(1000, 1200, 999.99),
  startDate: fc.constantFrom('2026-01-01', '2026-01-15', '2026-03-01', '2025-11-30'),
  endDate: fc.option(day),
  termKind: fc.constantFrom('fixed', 'rollover', 'at_will'),
  movedOutOn: fc.option(day, { freq: 3 }),
  billing: fc.constantFrom(
    null,
    monthly,
    { dueDay: null, proration: 'thirty', postingDays: 0 } as const,
    { dueDay: 31, proration: 'none', postingDays: 60 } as const,
    { dueDay: 15, proration: 'none', postingDays: 5 } as const,
    { dueDay: 20, proration: 'annual365', postingDays: 20 } as const,
  ),
})
type Event =
  | { kind: 'terms'; to: Partial<TenancySnapshot> }
  | { kind: 'pay' | 'cancel' | 'report' | 'answer'; month: string; part: number }
  | { kind: 'days'; pass: number }
const month = fc.integer({ min: 1, max: 12 }).map((n) => `2026-${String(n).padStart(2, '0')}`)
const events: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('terms' as const), to: change }),
  fc.record({
    kind: fc.constantFrom('pay', 'pay', 'cancel', 'report', 'answer'),
    month,
    part: fc.constantFrom(0.1, 0.5, 1),
  }),
  fc.record({ kind: fc.constant('days' as const), pass: fc.integer({ min: 0, max: 70 }) }),
)

test('after any changes each day is charged once, only a move-out deallocates money, and reconciling again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 25 }), (sequence) => {
      const book = new Book()
      let now = terms()
      let today = '2026-01-01'
      for (const event of sequence) {
        const leftBefore = now.leftOn
        if (event.kind === 'terms') now = terms(event.to)
        else if (event.kind === 'days') today = addDays(today, event.pass)
        else book[event.kind](event.month, event.part)
        const before = { charges: book.charges, deallocated: book.deallocated }
        book.sync(now, today)
        const after = new Map(book.charges.map((one) => [one.id, one]))
        let taken = 0
        for (const one of before.charges.filter(({ id }) => !id.startsWith('gone'))) {
          const left = after.get(one.id)
          if (one.isHeld || one.isCancelled || (one.paid > 0 && leftBefore === now.leftOn)) expect(left).toEqual(one)
          if (one.paid === (left?.paid ?? 0)) continue
          // The move-out was recorded or moved earlier, and these days are after it.
          expect([now.leftOn !== leftBefore, (now.leftOn ?? '9999') < (left ? one.coversTo : one.coversFrom)]).toEqual([
            true,
            true,
          ])
          if (left) expect(left.paid).toBe(left.amount)
          taken += cents(one.paid) - cents(left?.paid ?? 0)
        }
        expect(book.deallocated - before.deallocated).toBe(taken)
        for (const one of book.charges) expect(one.paid).toBeLessThanOrEqual(one.amount)
        const active = book.charges.filter((one) => !one.id.startsWith('gone'))
        expect(new Set(active.map(({ period }) => period)).size).toBe(active.length)
        for (const one of active) expect(one.amount).toBeGreaterThan(0)
        if (book.nextPostOn !== null) expect(book.nextPostOn > today).toBe(true)
        const { cancel, change: changed, post } = book.sync(now, today)
        expect([cancel, changed, post]).toEqual([[], [], []])
        // No day is charged twice, and no day that should be charged by now is missing.
        const spans = active.toSorted((a, b) => (a.coversFrom < b.coversFrom ? -1 : 1))
        for (const [n, one] of spans.entries()) if (n > 0) expect(one.coversFrom > spans[n - 1]!.coversTo).toBe(true)
        const covered = spans.map(({ coversFrom: from, coversTo: to }) => ({ from, to }))
        for (const { period } of byNow(now, today))
          for (const { from } of uncovered(period, covered))
            expect((postedOn(now, { dueOn: from }) ?? today) > today).toBe(true)
        // Charges that are neither due nor paid match the terms for the remaining days.
        const adjustable = active.filter(
          ({ isCancelled, paid, isHeld, dueDate }) => !isCancelled && !isHeld && paid === 0 && dueDate > today,
        )
        const charged = active
          .filter((one) => !adjustable.includes(one))
          .map((one) => ({ period: one.period, from: one.coversFrom, to: one.coversTo }))
        const said = new Map(
          [...take(plannedCharges(now, charged), 80)].map((plannedCharge) => [plannedCharge.period.key, plannedCharge]),
        )
        for (const one of adjustable)
          expect([one.dueDate, one.amount]).toEqual([
            said.get(one.period)?.period.dueOn,
            (said.get(one.period)?.cents ?? 0) / 100,
          ])
      }
    }),
    { numRuns: 300 },
  )
}, 60_000)

/** The charges of the terms that are posted by now. */
function* byNow(of: Terms, today: string): Generator<PlannedCharge> {
  for (const plannedCharge of plannedCharges(of)) {
    if ((postedOn(of, plannedCharge.period) ?? today) > today) return
    yield plannedCharge
  }
}

function* take<T>(from: Iterable<T>, count: number): Generator<T> {
  for (const one of from) {
    if (count-- <= 0) return
    yield one
  }
}
