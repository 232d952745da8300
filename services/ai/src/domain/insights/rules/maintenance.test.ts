import { expect, test } from 'vitest'
import { homeOf, portfolioOf, repairOf } from '../../../testing/portfolio.ts'
import type { Repair } from '../portfolio.ts'
import { ageingRequests } from './ageing-requests.ts'
import { repeatedRepairs } from './repeated-repairs.ts'

const home = homeOf()
const at = { propertyId: home.propertyId }
const repeated = (repairs: Partial<Repair>[]) =>
  repeatedRepairs(portfolioOf({ homes: [home], repairs: repairs.map((repair) => repairOf({ ...at, ...repair })) }))
    .findings

test('three repairs of one kind at one property within half a year are reported, five or an emergency as pressing', () => {
  expect(repeated([{}, {}])).toEqual([])
  expect(repeated([{}, {}, {}])).toMatchObject([
    { insightType: 'maintenance_prediction', priority: 'medium', measure: 3, returnsAt: 5 },
  ])
  expect(repeated([{}, {}, {}, {}, {}])).toMatchObject([{ priority: 'high' }])
  expect(repeated([{}, {}, { priority: 'emergency' }])).toMatchObject([{ priority: 'high' }])
})

test('counts neither cancelled nor routine work, nor what is older, elsewhere or of another kind', () => {
  expect(repeated([{}, {}, { status: 'cancelled' }])).toEqual([])
  expect(repeated([{}, {}, { openedAt: '2025-09-01T12:00:00.000Z' }])).toEqual([])
  expect(repeated([{}, {}, { propertyId: homeOf().propertyId }])).toEqual([])
  expect(repeated([{}, {}, { category: 'hvac' }])).toEqual([])
  expect(repeated([{ category: 'cleaning' }, { category: 'cleaning' }, { category: 'cleaning' }])).toEqual([])
  // Two names of one category.
  expect(repeated([{ category: 'appliance' }, { category: 'appliances' }, { category: 'appliance' }])).toHaveLength(1)
})

const ageing = (fields: Partial<Repair>) =>
  ageingRequests(portfolioOf({ homes: [home], repairs: [repairOf({ ...at, ...fields })] })).findings[0]

test('a request is late by its priority, later once begun, and not while it is planned', () => {
  const opened = (days: number) => new Date(Date.parse('2026-03-15T17:00:00Z') - days * 86_400_000).toISOString()
  expect(ageing({ priority: 'emergency', openedAt: opened(0.9) })).toBeUndefined()
  expect(ageing({ priority: 'emergency', openedAt: opened(1) })).toMatchObject({
    priority: 'high',
    title: '"Dripping tap" has been open for 1 day',
  })
  expect(ageing({ priority: 'medium', openedAt: opened(13) })).toBeUndefined()
  expect(ageing({ priority: 'medium', openedAt: opened(14) })).toMatchObject({ priority: 'medium' })
  expect(ageing({ priority: 'medium', openedAt: opened(42) })).toMatchObject({ priority: 'high' })
  expect(ageing({ priority: 'medium', status: 'in_progress', openedAt: opened(27) })).toBeUndefined()
  expect(ageing({ priority: 'low', openedAt: opened(40), scheduledDate: '2026-03-15' })).toBeUndefined()
  expect(ageing({ priority: 'low', openedAt: opened(40), scheduledDate: '2026-03-14' })).toMatchObject({
    priority: 'low',
  })
  for (const status of ['completed', 'cancelled'] as const)
    expect(ageing({ openedAt: opened(100), status })).toBeUndefined()
})

test('the day of a request is the one it was at the property', () => {
  // Eight in the evening of the day before in Chicago.
  const openedAt = '2026-02-01T02:00:00.000Z'
  const late = ageing({ openedAt })!
  expect(late.description).toContain('was opened on Jan 31, 2026')
  expect(late.evidence).toContainEqual(expect.objectContaining({ label: 'Opened', value: '2026-01-31' }))
  const [again] = repeated([{ openedAt }, {}, {}])
  expect(again!.description).toContain('since Jan 31, 2026')
  expect(again!.evidence.map(({ value }) => value)).toContain('2026-01-31')
})
