import { addDays } from '@keyhold/kit/lib/dates'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AssessedFee, type AssessmentInput, assess, policyOf, type Policy } from './assess.ts'
import type { Rent, Terms } from './calculate.ts'

const terms: Terms = { graceDays: 3, kind: 'percent', rate: 525, frequency: 'once', cap: null, minimum: 0 }
const policy: Policy = { id: '01900000-0000-7000-8000-000000000001', version: 2, terms }
const rent: Rent = { cents: 100_000, dueDate: '2026-03-01', received: [] }
const base: AssessmentInput = {
  rent,
  policy,
  policyId: policy.id,
  policySince: '2026-01-01',
  fees: [],
  awaiting: 0,
  today: '2026-03-15',
}

let made = 0

/** The fees in the ledger after the assessment. */
function apply(asked: AssessmentInput): AssessedFee[] {
  const { withdrawn, proposed } = assess(asked)
  const gone = new Set(withdrawn.map(({ fee }) => fee.id))
  return [
    ...asked.fees.filter(({ id }) => !gone.has(id)),
    ...proposed.map(({ occurrence, cents, basis }): AssessedFee => ({
      id: `fee ${(made += 1)}`,
      occurrence,
      cents,
      status: 'proposed',
      basis,
      isPaid: false,
    })),
  ]
}

const decided = (fees: AssessedFee[], change: Partial<AssessedFee>): AssessedFee[] =>
  fees.map((fee) => ({ ...fee, ...change }))
const paidOn = (on: string, cents = 100_000): Rent => ({ ...rent, received: [{ on, cents }] })

describe('a proposed fee', () => {
  const [fee] = assess({ ...base, awaiting: 100_000 }).proposed

  test('states its calculation and any unconfirmed report', () => {
    expect(fee).toMatchObject({ occurrence: 1, on: '2026-03-05', cents: 5_250, policyId: policy.id })
    expect(fee?.basis).toMatchObject({
      rule: 'late-fee.percent.once/1',
      formula: '5.25% × $1,000.00 = $52.50',
      inputs: {
        policyVersion: 2,
        lastDayOfGrace: '2026-03-04',
        lateFrom: '2026-03-05',
        openAtEndOfGrace: 1000,
        reportedNotConfirmed: 1000,
      },
    })
    expect(policyOf(fee!.basis)).toEqual(policy)
  })

  test('does not change when assessed again or when the policy is changed or deleted', () => {
    const fees = apply(base)
    for (const later of [policy, null, { ...policy, version: 3, terms: { ...terms, rate: 1_000 } }])
      expect(assess({ ...base, fees, policy: later })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('is withdrawn when the payment turns out to be on time, and stays when it was a day late', () => {
    const fees = apply(base)
    const { withdrawn, proposed } = assess({ ...base, fees, rent: paidOn('2026-03-04') })
    expect(withdrawn.map(({ reason }) => reason)).toEqual([
      'The rent was paid on time: money received on Mar 4, 2026 counts.',
    ])
    expect(proposed).toEqual([])
    expect(assess({ ...base, fees, rent: paidOn('2026-03-05') })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('is replaced by a lower fee of the same policy version when part of the rent was paid on time', () => {
    const now = assess({
      ...base,
      fees: apply(base),
      rent: paidOn('2026-03-02', 60_000),
      policy: { ...policy, version: 3, terms: { ...terms, rate: 9_000 } },
    })
    expect(now.withdrawn).toHaveLength(1)
    expect(now.proposed).toMatchObject([{ cents: 2_100, basis: { inputs: { policyVersion: 2 } } }])
  })
})

describe('another policy applies', () => {
  const narrow = (over: Partial<Terms> = {}): Policy => ({
    id: '01900000-0000-7000-8000-000000000002',
    version: 1,
    terms: { ...terms, kind: 'flat', rate: 2_000, ...over },
  })
  const taken = (policyNow: Policy, fees: AssessedFee[], over: Partial<AssessmentInput> = {}) =>
    assess({ ...base, policy: policyNow, policyId: policyNow.id, policySince: '2026-03-15', fees, ...over })

  test('proposals are withdrawn and the rent is assessed by the policy that applies, even if it was paid late meanwhile', () => {
    for (const rentNow of [rent, paidOn('2026-03-09')]) {
      const { withdrawn, proposed } = taken(narrow(), apply(base), { rent: rentNow })
      expect(withdrawn.map(({ reason }) => reason)).toEqual(['Another late-fee policy now applies to this rent.'])
      expect(proposed).toMatchObject([{ cents: 2_000, policyId: narrow().id }])
    }
    expect(taken(narrow({ graceDays: 30 }), apply(base))).toMatchObject({ withdrawn: [{}], proposed: [] })
  })

  test('a disabled policy withdraws proposals and proposes none', () => {
    expect(assess({ ...base, policy: null, policyId: narrow().id, fees: apply(base) })).toMatchObject({
      withdrawn: [{}],
      proposed: [],
    })
    // Without any policy, the landlord decides about existing proposals.
    expect(assess({ ...base, policy: null, policyId: null, fees: apply(base) })).toEqual({
      withdrawn: [],
      proposed: [],
    })
  })

  test('decided fees stay, and a policy that charges once does not charge again', () => {
    const daily: AssessmentInput = {
      ...base,
      policy: { ...policy, terms: { ...terms, kind: 'flat', rate: 1_000, frequency: 'daily', cap: 5_000 } },
    }
    for (const status of ['posted', 'waived'] as const) {
      expect(taken(narrow(), decided(apply(base), { status }))).toEqual({ withdrawn: [], proposed: [] })
      // Only the third day is decided: the other days are withdrawn and not replaced by a fee for the first day.
      const fees = apply(daily).map((fee) => (fee.occurrence === 3 ? { ...fee, status } : fee))
      expect(fees).toHaveLength(5)
      const now = taken(narrow(), fees)
      expect([now.withdrawn.length, now.proposed]).toEqual([4, []])
    }
    // A daily policy continues alongside it, within its cap.
    const next = taken(narrow({ frequency: 'daily', cap: 9_000 }), decided(apply(base), { status: 'waived' })).proposed
    expect(next.map(({ occurrence, cents }) => [occurrence, cents])).toEqual([
      [2, 2_000],
      [3, 1_750],
    ])
  })
})

describe('a fee that was decided', () => {
  test('stays waived and is not proposed again', () => {
    const fees = decided(apply(base), { status: 'waived' })
    for (const of of [rent, paidOn('2026-03-04')])
      expect(assess({ ...base, fees, rent: of })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('can be withdrawn after posting only while unpaid, and is never raised', () => {
    const posted = decided(apply(base), { status: 'posted' })
    const inTime = { ...base, rent: paidOn('2026-03-04') }
    expect(assess({ ...inTime, fees: posted }).withdrawn).toHaveLength(1)
    expect(assess({ ...inTime, fees: decided(posted, { isPaid: true }) }).withdrawn).toEqual([])
    const partly = decided(apply({ ...base, rent: paidOn('2026-03-02', 60_000) }), { status: 'posted' })
    expect(assess({ ...base, fees: partly })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('is withdrawn when its rent is cancelled, unless it was waived or paid', () => {
    const fees = apply(base)
    expect(assess({ ...base, rent: null, fees }).withdrawn).toMatchObject([{ reason: 'The rent is no longer owed.' }])
    expect(assess({ ...base, rent: null, fees: decided(fees, { status: 'waived' }) }).withdrawn).toEqual([])
  })
})

test('a policy applies to open and future rents, not to rents paid before it was created', () => {
  const settledBefore = { ...base, rent: paidOn('2026-03-06'), policySince: '2026-03-10' }
  expect(assess(settledBefore).proposed).toEqual([])
  expect(assess({ ...settledBefore, rent: paidOn('2026-03-06', 50_000) }).proposed).toHaveLength(1)
  expect(assess({ ...settledBefore, policySince: '2026-03-05' }).proposed).toHaveLength(1)
})

test('however often the policy changes: proposals belong only to the policy that applies, a policy that charges once has one fee, and assessing again changes nothing', () => {
  const anyPolicy = (id: string) =>
    fc.record({
      id: fc.constant(id),
      version: fc.constant(1),
      terms: fc.record({
        graceDays: fc.integer({ min: 0, max: 10 }),
        kind: fc.constantFrom('flat', 'percent'),
        rate: fc.integer({ min: 1, max: 3_000 }),
        frequency: fc.constantFrom('once', 'daily'),
        cap: fc.integer({ min: 1, max: 9_000 }),
        minimum: fc.constant(0),
      }) satisfies fc.Arbitrary<Terms>,
    })
  const step = fc.record({
    which: fc.integer({ min: 0, max: 2 }),
    isEnabled: fc.boolean(),
    after: fc.integer({ min: 0, max: 40 }),
    decision: fc.constantFrom<Partial<AssessedFee>>({}, {}, { status: 'waived' }, { status: 'posted' }),
    paidAfter: fc.option(fc.integer({ min: 0, max: 40 })),
  })
  const policies = fc.tuple(anyPolicy('account'), anyPolicy('property'), anyPolicy('tenancy'))
  fc.assert(
    fc.property(policies, fc.array(step, { minLength: 1, maxLength: 8 }), (three, steps) => {
      let fees: AssessedFee[] = []
      let day = 0
      for (const { which, isEnabled, after, decision, paidAfter } of steps) {
        day = Math.max(day, after)
        const holds = three[which]!
        const now: AssessmentInput = {
          ...base,
          policy: isEnabled ? holds : null,
          policyId: holds.id,
          fees,
          today: addDays(rent.dueDate, day),
          rent: paidAfter === null || paidAfter > day ? rent : paidOn(addDays(rent.dueDate, paidAfter)),
        }
        const had = fees
        fees = apply(now)
        expect(assess({ ...now, fees })).toEqual({ withdrawn: [], proposed: [] })
        const open = fees.filter(({ status }) => status === 'proposed')
        for (const fee of open) expect(policyOf(fee.basis).id).toBe(holds.id)
        if (isEnabled && holds.terms.frequency === 'once')
          expect(open.length + (had.some(({ status }) => status === 'waived') ? 1 : 0)).toBeLessThanOrEqual(1)
        fees = fees.map((fee, index) => (index === 0 && fee.status === 'proposed' ? { ...fee, ...decision } : fee))
      }
    }),
  )
})

test('after any history of payments, decisions and policy changes: assessing again changes nothing, and fees stay within the cap', () => {
  const step = fc.record({
    received: fc.array(
      fc.record({ after: fc.integer({ min: -5, max: 30 }), cents: fc.integer({ min: 1, max: 30_000 }) }),
      { maxLength: 3 },
    ),
    after: fc.integer({ min: 0, max: 40 }),
    decision: fc.constantFrom<Partial<AssessedFee>>(
      {},
      { status: 'waived' },
      { status: 'posted' },
      { status: 'posted', isPaid: true },
    ),
  })
  const anyTerms = fc.record({
    graceDays: fc.integer({ min: 0, max: 10 }),
    kind: fc.constantFrom('flat', 'percent'),
    rate: fc.integer({ min: 1, max: 3_000 }),
    frequency: fc.constantFrom('once', 'daily'),
    cap: fc.integer({ min: 1, max: 9_000 }),
    minimum: fc.integer({ min: 0, max: 5_000 }),
  }) satisfies fc.Arbitrary<Terms>
  fc.assert(
    fc.property(anyTerms, fc.array(step, { minLength: 1, maxLength: 6 }), (any, steps) => {
      const own = { ...policy, terms: any }
      let fees: AssessedFee[] = []
      let day = 0
      for (const { received, after, decision } of steps) {
        day = Math.max(day, after)
        const now: AssessmentInput = {
          ...base,
          policy: own,
          fees,
          today: addDays(rent.dueDate, day),
          rent: {
            ...rent,
            received: received.map(({ after: on, cents }) => ({ on: addDays(rent.dueDate, on), cents })),
          },
        }
        fees = apply(now)
        expect(assess({ ...now, fees })).toEqual({ withdrawn: [], proposed: [] })
        expect(new Set(fees.map(({ occurrence }) => occurrence)).size).toBe(fees.length)
        expect(fees.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(any.cap)
        fees = fees.map((fee, index) => (index === 0 && fee.status === 'proposed' ? { ...fee, ...decision } : fee))
      }
    }),
  )
})
