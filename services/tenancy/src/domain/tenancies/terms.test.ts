import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateTerms, leaseFieldNames, rentOn, statusOf, type Terms } from './terms.ts'

const days = fc.integer({ min: 0, max: 60_000 }).map((n) => addDays('1950-01-01', n))
const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const termKind = fc.constantFrom('fixed', 'rollover', 'at_will')

const terms = fc
  .record({
    startDate: nullable(days),
    length: nullable(fc.integer({ min: 1, max: 800 })),
    termKind,
    movedOutOn: nullable(days),
    isVoid: fc.boolean(),
  })
  .map(({ length, ...rest }) => {
    const endDate =
      length === null || rest.termKind === 'at_will' ? null : addDays(rest.startDate ?? '2026-01-01', length)
    return { ...rest, endDate }
  })

const base = {
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  termKind: 'fixed',
  movedOutOn: null,
  isVoid: false,
} as const

test.each([
  [{ ...base, startDate: null }, '2026-06-01', 'open'],
  [base, '2025-12-31', 'upcoming'],
  [base, '2026-01-01', 'active'],
  [base, '2026-12-31', 'active'],
  [base, '2027-01-01', 'holdover'],
  [{ ...base, termKind: 'rollover' }, '2027-01-01', 'month_to_month'],
  [{ ...base, termKind: 'at_will', endDate: null }, '2026-01-01', 'month_to_month'],
  [{ ...base, endDate: null }, '2199-01-01', 'active'],
  [{ ...base, movedOutOn: '2026-03-31' }, '2026-03-30', 'active'],
  [{ ...base, movedOutOn: '2026-03-31' }, '2026-03-31', 'ended'],
  [{ ...base, startDate: '2024-02-29', endDate: '2025-02-28' }, '2025-03-01', 'holdover'],
  [{ ...base, isVoid: true }, '2026-06-01', 'ended'],
] as const)('%j is on %s: %s', (dates, today, status) => {
  expect(statusOf(dates, today)).toBe(status)
})

test('the status never goes back as days pass', () => {
  const order = ['upcoming', 'active', 'month_to_month', 'holdover', 'ended']
  fc.assert(
    fc.property(terms, days, fc.integer({ min: 0, max: 2_000 }), (dates, today, later) => {
      const [before, after] = [statusOf(dates, today), statusOf(dates, addDays(today, later))]
      if (before === 'open') expect(['open', 'ended']).toContain(after)
      else expect(order.indexOf(after)).toBeGreaterThanOrEqual(order.indexOf(before))
    }),
  )
})

test('a tenancy is ended from the move-out day on, and not before', () => {
  fc.assert(
    fc.property(terms, days, (dates, today) => {
      const isOver = dates.isVoid || (dates.movedOutOn !== null && dates.movedOutOn <= today)
      expect(statusOf(dates, today) === 'ended').toBe(isOver)
    }),
  )
})

test('the rent on a date is that of the latest step in force', () => {
  const steps = fc.uniqueArray(fc.record({ startsOn: days, monthlyRent: fc.integer({ min: 1, max: 9_999 }) }), {
    selector: (one) => one.startsOn,
  })
  fc.assert(
    fc.property(steps, nullable(fc.integer({ min: 1, max: 9_999 })), days, (unsorted, monthlyRent, day) => {
      const rentSteps = unsorted.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
      let expected = monthlyRent
      for (const step of rentSteps) if (step.startsOn <= day) expected = step.monthlyRent
      expect(rentOn({ monthlyRent, rentSteps }, day)).toBe(expected)
    }),
  )
})

test('every invalid term is an issue under the name of the form field', () => {
  const valid: Terms = {
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    termKind: 'fixed',
    monthlyRent: 900,
    billing: null,
    rentSteps: [{ startsOn: '2026-07-01', monthlyRent: 950 }],
  }
  const issuesOf = (more: Partial<Terms>, names?: typeof leaseFieldNames) => {
    try {
      validateTerms({ ...valid, ...more }, names)
      return []
    } catch (error) {
      return (error as { issues: { path: string }[] }).issues.map(({ path }) => path)
    }
  }
  expect(issuesOf({})).toEqual([])
  expect(issuesOf({ endDate: '2026-01-01' })).toEqual(['endDate'])
  expect(issuesOf({ endDate: '2026-01-01' }, leaseFieldNames)).toEqual(['leaseEndDate'])
  expect(issuesOf({ termKind: 'at_will' })).toEqual(['endDate'])
  expect(issuesOf({ monthlyRent: null })).toEqual(['monthlyRent'])
  const step = (startsOn: string) => ({ startsOn, monthlyRent: 1 })
  expect(
    issuesOf({ rentSteps: [step('2026-01-01'), step('2026-03-01'), step('2026-03-01'), step('2026-02-01')] }),
  ).toEqual(['rentSteps.0.startsOn', 'rentSteps.2.startsOn', 'rentSteps.3.startsOn'])
  expect(issuesOf({ startDate: null, endDate: null })).toEqual([])
})

test('a date is that of the property, across clock changes and the date line', () => {
  expect(dateAt('2026-03-08T04:59:59Z', 'America/New_York')).toBe('2026-03-07')
  expect(dateAt('2026-03-08T05:00:00Z', 'America/New_York')).toBe('2026-03-08')
  expect(dateAt('2026-03-09T03:59:59Z', 'America/New_York')).toBe('2026-03-08')
  expect(dateAt('2026-03-09T04:00:00Z', 'America/New_York')).toBe('2026-03-09')
  expect(dateAt('2026-03-08T10:00:00Z', 'Pacific/Kiritimati')).toBe('2026-03-09')
  expect(dateAt('2026-03-08T04:59:59Z', null)).toBe('2026-03-07')
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})
