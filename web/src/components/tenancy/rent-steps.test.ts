import { expect, test } from 'vitest'
import { firstChange } from './rent-steps.ts'

const rents = (...steps: [startsOn: string, monthlyRent: number][]) => ({
  monthlyRent: 1000,
  rentSteps: steps.map(([startsOn, monthlyRent]) => ({ startsOn, monthlyRent })),
})

test.each([
  ['added', rents(), rents(['2026-02-01', 1100]), { from: '2026-02-01', monthlyRent: 1100 }],
  ['removed', rents(['2026-02-01', 1100]), rents(), { from: '2026-02-01', monthlyRent: 1000 }],
  ['lowered', rents(['2026-02-01', 1100]), rents(['2026-02-01', 1050]), { from: '2026-02-01', monthlyRent: 1050 }],
  ['moved', rents(['2026-02-01', 1100]), rents(['2026-04-01', 1100]), { from: '2026-02-01', monthlyRent: 1000 }],
  [
    'removed between others',
    rents(['2026-02-01', 1100], ['2026-03-01', 1200]),
    rents(['2026-02-01', 1100]),
    { from: '2026-03-01', monthlyRent: 1100 },
  ],
  ['unchanged', rents(['2026-02-01', 1100]), rents(['2026-02-01', 1100]), null],
] as const)(
  'a rent step that was %s changes the rent from the first day on which another one holds',
  (_, before, after, change) => {
    expect(firstChange(before, after)).toEqual(change)
  },
)
