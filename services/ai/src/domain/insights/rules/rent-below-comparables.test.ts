import { expect, test } from 'vitest'
import type { Home } from '../portfolio.ts'
import { homeOf, portfolioOf, renterOf } from '../../../testing/portfolio.ts'
import { rentBelowComparables } from './rent-below-comparables.ts'

const alike = (rents: number[], fields: Partial<Home> = {}) =>
  rents.map((monthlyRent) => homeOf({ monthlyRent, ...fields }))
const found = (homes: Home[], let_: Home[] = []) =>
  rentBelowComparables(
    portfolioOf({ homes, renters: let_.map(({ propertyId }) => renterOf({ propertyId, monthlyRent: null })) }),
  ).findings

test('speaks only with three comparables of the same type, bedrooms and town', () => {
  const cheap = homeOf({ monthlyRent: 1500 })
  expect(found([cheap, ...alike([2000, 2000])])).toEqual([])
  expect(
    found([
      cheap,
      ...alike([2000, 2000]),
      homeOf({ bedrooms: 3 }),
      homeOf({ propertyType: 'house' }),
      homeOf({ city: 'Dallas' }),
    ]),
  ).toEqual([])
  expect(found([cheap, ...alike([2000, 2000, 2000])])).toMatchObject([
    {
      propertyId: cheap.propertyId,
      insightType: 'rent_optimization',
      measure: 500,
      metadata: { inputs: { gap: 0.25, median: 2000 } },
    },
  ])
})

test('says how few comparables it had, and is surer with more of them and when they agree', () => {
  const cheap = homeOf({ monthlyRent: 1500 })
  const few = found([cheap, ...alike([2000, 2000, 2000])])[0]!
  const many = found([cheap, ...alike([2000, 2000, 2000, 2000, 2000, 2000])])[0]!
  const apart = found([cheap, ...alike([1700, 2000, 2600])])[0]!
  expect(few.evidence).toContainEqual({
    label: 'Comparable homes',
    value: 3,
    kind: 'count',
    recordType: null,
    recordId: null,
  })
  expect(few.description).toContain('your 3 comparable homes')
  expect(many.confidence).toBeGreaterThan(few.confidence)
  expect(apart.confidence).toBeLessThan(few.confidence)
})

test('compares by the square foot where the areas are known, so that a small home is not called cheap', () => {
  const small = homeOf({ monthlyRent: 1500, squareFeet: 750 })
  expect(found([small, ...alike([2000, 2000, 2000], { squareFeet: 1000 })])).toEqual([])
  const roomy = homeOf({ monthlyRent: 1500, squareFeet: 1000 })
  expect(found([roomy, ...alike([1500, 1500, 1500], { squareFeet: 750 })])).toMatchObject([
    { propertyId: roomy.propertyId, measure: 500, metadata: { inputs: { median: 2 } } },
  ])
})

test('from 8 percent on, more pressing at 12 and 20, and a step more where the home is empty', () => {
  const others = alike([1000, 1000, 1000])
  const at = (monthlyRent: number, isLet: boolean) => {
    const home = homeOf({ monthlyRent })
    return found([home, ...others], isLet ? [home] : [])[0]?.priority
  }
  expect([930, 920, 880, 800].map((rent) => at(rent, true))).toEqual([undefined, 'low', 'medium', 'high'])
  expect([930, 920, 880, 800].map((rent) => at(rent, false))).toEqual([undefined, 'medium', 'high', 'high'])
})

test('homes of unknown type or size are compared with nothing', () => {
  expect(
    found([homeOf({ monthlyRent: 500, propertyType: null }), ...alike([2000, 2000, 2000], { propertyType: null })]),
  ).toEqual([])
  expect(
    found([homeOf({ monthlyRent: 500, bedrooms: null }), ...alike([2000, 2000, 2000], { bedrooms: null })]),
  ).toEqual([])
})

test('homes whose town nobody recorded are compared, and it says that they may be far apart', () => {
  const inTown = found([homeOf({ monthlyRent: 1500 }), ...alike([2000, 2000, 2000])])[0]!
  const nowhere = { city: null, state: null }
  const unknown = found([homeOf({ monthlyRent: 1500, ...nowhere }), ...alike([2000, 2000, 2000], nowhere)])[0]!
  expect([inTown, unknown].map(({ description }) => description.includes('may be far apart'))).toEqual([false, true])
  expect(unknown.confidence).toBeLessThan(inTown.confidence)
})

test('a tenant who pays more than the home is set at is no reason to ask for more', () => {
  const home = homeOf({ monthlyRent: 1500 })
  const others = alike([2000, 2000, 2000])
  const paying = (...rents: number[]) =>
    rentBelowComparables(
      portfolioOf({
        homes: [home, ...others],
        renters: rents.map((monthlyRent) => renterOf({ propertyId: home.propertyId, monthlyRent })),
      }),
    ).findings
  expect(paying(2000)).toEqual([])
  // Two who share it, with the whole rent on both records, or a part of it on each.
  expect(paying(1700, 1700)).toMatchObject([{ measure: 300, metadata: { inputs: { rent: 1700 } } }])
  expect(paying(750, 750)).toMatchObject([{ measure: 500 }])
})
