import { expect, test } from 'vitest'
import { changeWords, inputsOf, scopeWords, tickOf } from './words.ts'

test('a change says its direction, or that there is nothing to compare with', () => {
  expect([4.2, -47.8, 0, null].map(changeWords)).toEqual([
    '+4.2% from the previous period',
    '-47.8% from the previous period',
    'Same as the previous period',
    'Nothing in the previous period',
  ])
})

test('an unfinished period says up to which day it counts', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' }
  expect(scopeWords({ ...march, day: '2026-03-12' })).toBe('Mar 1, 2026 to Mar 31, 2026, as it stood on Mar 12, 2026')
  expect(scopeWords({ ...march, day: '2026-03-31' })).toBe('Mar 1, 2026 to Mar 31, 2026')
})

test('the inputs of a figure are labelled and formatted, money and dates', () => {
  expect(
    inputsOf({
      rule: 'report.netIncome/1',
      formula: '',
      inputs: { maintenanceCosts: 150, units: 3, asOf: '2026-03-12', unitName: null },
    }),
  ).toEqual([
    { label: 'Maintenance costs', value: '$150.00' },
    { label: 'Units', value: '3' },
    { label: 'As of', value: 'Mar 12, 2026' },
    { label: 'Unit name', value: 'none' },
  ])
})

test("a chart's labels name the period that begins at the point", () => {
  const from = '2026-10-01'
  expect((['weekly', 'monthly', 'quarterly', 'yearly'] as const).map((period) => tickOf({ from }, period))).toEqual([
    'Oct 1',
    'Oct',
    'Q4 26',
    '2026',
  ])
})
