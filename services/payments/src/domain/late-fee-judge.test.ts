import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Assessed, type Case, judge, policyOf, type Policy } from './late-fee-judge.ts'
import type { Rent, Terms } from './late-fee-rules.ts'
import { addDays } from './periods.ts'

const terms: Terms = { graceDays: 3, kind: 'percent', rate: 525, frequency: 'once', cap: null, minimum: 0 }
const policy: Policy = { id: '01900000-0000-7000-8000-000000000001', version: 2, terms }
const rent: Rent = { cents: 100_000, dueDate: '2026-03-01', received: [] }
const base: Case = { rent, policy, policySince: '2026-01-01', fees: [], awaiting: 0, today: '2026-03-15' }

let made = 0

/** What the ledger would hold after the judgement. */
function apply(asked: Case): Assessed[] {
  const { withdrawn, proposed } = judge(asked)
  const gone = new Set(withdrawn.map(({ fee }) => fee.id))
  return [
    ...asked.fees.filter(({ id }) => !gone.has(id)),
    ...proposed.map(({ occurrence, cents, basis }): Assessed => ({
      id: `fee ${(made += 1)}`,
      occurrence,
      cents,
      status: 'proposed',
      basis,
      isPaid: false,
    })),
  ]
}

const decided = (fees: Assessed[], change: Partial<Assessed>): Assessed[] => fees.map((fee) => ({ ...fee, ...change }))
const paidOn = (on: string, cents = 100_000): Rent => ({ ...rent, received: [{ on, cents }] })

describe('a fee once proposed', () => {
  const [fee] = judge({ ...base, awaiting: 100_000 }).proposed

  test('says what it was reckoned from, as a person writes it, and that a report waits', () => {
    expect(fee).toMatchObject({ occurrence: 1, on: '2026-03-05', cents: 5_250, policyId: policy.id })
    expect(fee?.basis).toMatchObject({
      rule: 'late-fee.percent.once/1',
      formula: '5.25% × $1,000.00 = $52.50',
      inputs: { policyVersion: 2, lastDayOfGrace: '2026-03-04', lateFrom: '2026-03-05', openAtEndOfGrace: 1000, reportedNotConfirmed: 1000 },
    })
    expect(policyOf(fee!.basis)).toEqual(policy)
  })

  test('is left as it is when judged again, and when the policy changed or went', () => {
    const fees = apply(base)
    for (const later of [policy, null, { ...policy, version: 3, terms: { ...terms, rate: 1_000 } }])
      expect(judge({ ...base, fees, policy: later })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('is withdrawn when the money turns out to be in time, and stays when it came a day later', () => {
    const fees = apply(base)
    const { withdrawn, proposed } = judge({ ...base, fees, rent: paidOn('2026-03-04') })
    expect(withdrawn.map(({ reason }) => reason)).toEqual(['The rent was paid in time: money received on Mar 4, 2026 counts.'])
    expect(proposed).toEqual([])
    expect(judge({ ...base, fees, rent: paidOn('2026-03-05') })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('is replaced by a lower one when a part was in time, by the policy that it was assessed by', () => {
    const now = judge({
      ...base,
      fees: apply(base),
      rent: paidOn('2026-03-02', 60_000),
      policy: { ...policy, version: 3, terms: { ...terms, rate: 9_000 } },
    })
    expect(now.withdrawn).toHaveLength(1)
    expect(now.proposed).toMatchObject([{ cents: 2_100, basis: { inputs: { policyVersion: 2 } } }])
  })
})

describe('a fee that was decided', () => {
  test('stays waived, and is not proposed again', () => {
    const fees = decided(apply(base), { status: 'waived' })
    for (const of of [rent, paidOn('2026-03-04')]) expect(judge({ ...base, fees, rent: of })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('is withdrawn after posting while unpaid, never once money stands on it, and never raised', () => {
    const posted = decided(apply(base), { status: 'posted' })
    const inTime = { ...base, rent: paidOn('2026-03-04') }
    expect(judge({ ...inTime, fees: posted }).withdrawn).toHaveLength(1)
    expect(judge({ ...inTime, fees: decided(posted, { isPaid: true }) }).withdrawn).toEqual([])
    const partly = decided(apply({ ...base, rent: paidOn('2026-03-02', 60_000) }), { status: 'posted' })
    expect(judge({ ...base, fees: partly })).toEqual({ withdrawn: [], proposed: [] })
  })

  test('of a rent that nobody owes any more goes, unless waived or paid', () => {
    const fees = apply(base)
    expect(judge({ ...base, rent: null, fees }).withdrawn).toMatchObject([{ reason: 'The rent is not owed any more.' }])
    expect(judge({ ...base, rent: null, fees: decided(fees, { status: 'waived' }) }).withdrawn).toEqual([])
  })
})

test('a policy reaches what is open and what comes, not what was settled before it was made', () => {
  const settledBefore = { ...base, rent: paidOn('2026-03-06'), policySince: '2026-03-10' }
  expect(judge(settledBefore).proposed).toEqual([])
  expect(judge({ ...settledBefore, rent: paidOn('2026-03-06', 50_000) }).proposed).toHaveLength(1)
  expect(judge({ ...settledBefore, policySince: '2026-03-05' }).proposed).toHaveLength(1)
})

test('after any history of money, decisions and changed policies: judging again changes nothing, and the cap holds', () => {
  const step = fc.record({
    received: fc.array(fc.record({ after: fc.integer({ min: -5, max: 30 }), cents: fc.integer({ min: 1, max: 30_000 }) }), { maxLength: 3 }),
    after: fc.integer({ min: 0, max: 40 }),
    decision: fc.constantFrom<Partial<Assessed>>({}, { status: 'waived' }, { status: 'posted' }, { status: 'posted', isPaid: true }),
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
      let fees: Assessed[] = []
      let day = 0
      for (const { received, after, decision } of steps) {
        day = Math.max(day, after)
        const now: Case = {
          ...base,
          policy: own,
          fees,
          today: addDays(rent.dueDate, day),
          rent: { ...rent, received: received.map(({ after: on, cents }) => ({ on: addDays(rent.dueDate, on), cents })) },
        }
        fees = apply(now)
        expect(judge({ ...now, fees })).toEqual({ withdrawn: [], proposed: [] })
        expect(new Set(fees.map(({ occurrence }) => occurrence)).size).toBe(fees.length)
        expect(fees.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(any.cap)
        fees = fees.map((fee, index) => (index === 0 && fee.status === 'proposed' ? { ...fee, ...decision } : fee))
      }
    }),
  )
})
