import { expect, test } from 'vitest'
import { detailsOf } from './details.ts'

const id = '0192f0c0-0000-7000-8000-000000000001'

test('a changed subscription is shown as its differences', () => {
  const before = { plan: 'basic', status: 'trial', maxProperties: 5, trialEndDate: null }
  expect(detailsOf({ days: 7, before, after: { ...before, plan: 'enterprise', maxProperties: null } })).toEqual([
    { label: 'Days', value: '7' },
    { label: 'Plan', value: 'basic → enterprise' },
    { label: 'Max properties', value: '5 → Unlimited' },
  ])
})

test('a changed property is shown field by field, by its name rather than its id', () => {
  expect(
    detailsOf({
      propertyId: id,
      name: 'Alder Loft',
      changes: {
        monthlyRent: { before: 1850, after: 1900.5 },
        description: { before: null, after: 'x'.repeat(200) },
        isOccupied: { before: true, after: false },
      },
    }),
  ).toEqual([
    { label: 'Name', value: 'Alder Loft' },
    { label: 'Monthly rent', value: '1,850 → 1,900.5' },
    { label: 'Description', value: `— → ${'x'.repeat(80)}…` },
    { label: 'Is occupied', value: 'yes → no' },
  ])
})

test('other details are readable, never JSON', () => {
  expect(detailsOf({ amenities: ['Parking', 'Laundry'], reason: '', nested: { count: 2, note: 'Ok' } })).toEqual([
    { label: 'Amenities', value: 'Parking and Laundry' },
    { label: 'Reason', value: '—' },
    { label: 'Nested', value: 'Count 2, Note Ok' },
  ])
  expect(detailsOf({})).toEqual([])
})
