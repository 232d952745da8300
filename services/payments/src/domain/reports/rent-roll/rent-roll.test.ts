import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byHome } from './homes.ts'
import { buildRentRoll, rentOn, rollTotals, statusOn } from './rent-roll.ts'
import type { RollData, RollTenancy } from './types.ts'

const terms = { startDate: '2026-01-31', endDate: '2026-02-28', termKind: 'fixed', movedOutOn: null } as const

describe('a tenancy on a day', () => {
  test.each([
    ['2026-01-30', {}, 'upcoming'],
    ['2026-01-31', {}, 'active'],
    ['2026-02-28', {}, 'active'],
    ['2026-03-01', {}, 'holdover'],
    ['2026-03-01', { termKind: 'rollover' }, 'month_to_month'],
    ['2026-02-01', { termKind: 'at_will', endDate: null }, 'month_to_month'],
    ['2026-02-01', { endDate: null }, 'active'],
    ['2026-02-14', { movedOutOn: '2026-02-15' }, 'active'],
    ['2026-02-15', { movedOutOn: '2026-02-15' }, 'active'],
    ['2026-02-16', { movedOutOn: '2026-02-15' }, 'ended'],
    ['2026-01-31', { movedOutOn: '2026-01-31' }, 'active'],
    // Given up before it began.
    ['2026-01-29', { movedOutOn: '2026-01-30' }, 'upcoming'],
    ['2026-01-30', { movedOutOn: '2026-01-30' }, 'ended'],
    ['2026-02-15', { startDate: null }, 'open'],
  ] as const)('on %s with %o it is %s', (day, over, status) => {
    expect(statusOn(day, { ...terms, ...over })).toBe(status)
  })

  test('has the rent of the last step that has begun', () => {
    const steps = [
      { startsOn: '2026-01-31', amount: 1000 },
      { startsOn: '2026-03-01', amount: 1100 },
    ]
    expect(['2026-01-01', '2026-02-28', '2026-03-01', '2030-01-01'].map((day) => rentOn(day, steps))).toEqual([
      1000, 1000, 1100, 1100,
    ])
    expect(rentOn('2026-01-01', [])).toBeNull()
  })
})

const property = (propertyId: string, isGone = false) => ({
  propertyId,
  name: `House ${propertyId}`,
  monthlyRent: 900,
  isGone,
})
const tenancy = (tenancyId: string, over: Partial<RollTenancy> = {}): RollTenancy => ({
  tenancyId,
  tenantId: tenancyId,
  names: tenancyId,
  propertyId: 'p',
  unitId: 'p',
  startDate: '2026-01-01',
  endDate: null,
  termKind: 'fixed',
  steps: [{ startsOn: '2026-01-01', amount: 500 }],
  movedOutOn: null,
  ...over,
})
const data = (over: Partial<RollData>): RollData => ({
  day: '2026-03-15',
  today: '2026-03-15',
  properties: [property('p')],
  units: [],
  tenancies: [],
  debts: [],
  accounts: [],
  names: new Map(),
  ...over,
})

test('a unit shared by two tenancies counts once, with its market rent, and both rents count', () => {
  const rows = buildRentRoll(data({ tenancies: [tenancy('a'), tenancy('b')] }))
  expect(rollTotals(rows)).toMatchObject({ units: 1, occupied: 1, vacant: 0, rent: 1000, marketRent: 900 })
})

test('on the day of a move-out the unit is occupied, by the new tenants if they move in on that day, and its rent counts once', () => {
  const out = tenancy('a', { movedOutOn: '2026-03-15' })
  const seen = (...tenancies: RollTenancy[]) => {
    const rows = buildRentRoll(data({ tenancies }))
    const { occupied, rent } = rollTotals(rows)
    return [rows.map(({ tenants, status }) => `${tenants} ${status}`), occupied, rent]
  }
  expect(seen(out)).toEqual([['a active'], 1, 500])
  expect(seen(out, tenancy('b', { startDate: '2026-03-15' }))).toEqual([['b active'], 1, 500])
  const oneDay = { startDate: '2026-03-15', movedOutOn: '2026-03-15' }
  expect(seen(tenancy('c', oneDay), tenancy('d', oneDay))).toEqual([['c active', 'd active'], 1, 1000])
})

test('a deleted property is left out unless it was occupied on that day', () => {
  const properties = [property('p', true)]
  expect(buildRentRoll(data({ properties }))).toEqual([])
  expect(rollTotals(buildRentRoll(data({ properties, tenancies: [tenancy('a')] })))).toMatchObject({
    units: 1,
    occupied: 1,
  })
})

test('a tenant who moved is listed with the debt where it was charged, and with the deposit at their current home', () => {
  const properties = [property('p'), property('q')]
  const tenancies = [
    tenancy('a', { tenantId: 't', movedOutOn: '2026-02-01' }),
    tenancy('b', { tenantId: 't', propertyId: 'q', unitId: 'q', startDate: '2026-02-01' }),
  ]
  const debts = [{ tenantId: 't', propertyId: 'p', tenancyId: null, due: 12.34, oldest: '2026-01-31' }]
  const accounts = [
    { tenantId: 't', name: 'T', isActive: true, tenancyId: 'b', propertyId: 'q', credit: 0, depositHeld: 500 },
  ]
  const rows = buildRentRoll(data({ properties, tenancies, debts, accounts }))
  expect(
    rows.map(({ propertyId, status, balance, depositHeld, daysPastDue }) => [
      propertyId,
      status,
      balance,
      depositHeld,
      daysPastDue,
    ]),
  ).toEqual([
    ['p', 'vacant', 0, 0, 0],
    ['p', 'ended', 12.34, 0, 43],
    ['q', 'active', 0, 500, 0],
  ])
})

test('for any debts every cent appears in exactly one row, and the order of the rows is unique', () => {
  const ids = fc.constantFrom('a', 'b', 'c')
  const places = fc.option(fc.constantFrom('p', 'q', 'gone'))
  const debt = fc.record({
    tenantId: ids,
    propertyId: places,
    tenancyId: fc.option(ids),
    due: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100),
    oldest: fc.constant('2026-03-01'),
  })
  const tenancies = fc.uniqueArray(
    fc.record({
      id: ids,
      tenantId: ids,
      propertyId: places,
      startDate: fc.constantFrom(null, '2026-01-01', '2026-05-01'),
      movedOutOn: fc.constantFrom(null, '2026-02-01'),
    }),
    { selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(fc.array(debt), tenancies, (debts, some) => {
      const rows = buildRentRoll(
        data({
          properties: [property('p'), property('q')],
          tenancies: some.map(({ id, ...over }) => tenancy(id, { ...over, unitId: over.propertyId })),
          debts,
        }),
      )
      const cents = (values: number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0)
      expect(Math.round(rollTotals(rows).balance * 100)).toBe(cents(debts.map(({ due }) => due)))
      for (const [i, row] of rows.slice(1).entries()) expect(byHome(rows[i]!, row)).toBeLessThan(0)
    }),
  )
})
