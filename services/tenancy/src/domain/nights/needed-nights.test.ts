import { expect, test } from 'vitest'
import { covers, isHoldover, neededNights, type Nights } from './needed-nights.ts'

const unitId = '01900001-0000-7000-8000-000000000000'
const lease = {
  unitId,
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  termKind: 'fixed' as const,
  movedOutOn: null,
  isVoid: false,
}
const nights = (more: Partial<Parameters<typeof neededNights>[0]>) => {
  const needed = neededNights({ ...lease, ...more }, '2026-03-15')
  return needed && [needed.from, needed.until]
}

test.each([
  ['a fixed term has the night of its last day', {}, ['2026-01-01', '2027-01-01']],
  ['a term that goes on by itself has no end', { termKind: 'rollover' }, ['2026-01-01', null]],
  ['month to month has no end', { termKind: 'at_will', endDate: null }, ['2026-01-01', null]],
  ['a fixed term without an end date has no end', { endDate: null }, ['2026-01-01', null]],
  ['the move-out day is the first free night', { movedOutOn: '2026-05-10' }, ['2026-01-01', '2026-05-10']],
  ['a move-out after the term counts', { movedOutOn: '2027-02-01' }, ['2026-01-01', '2027-02-01']],
  ['without a start, from the day it was recorded', { startDate: null }, ['2026-03-15', '2027-01-01']],
  ['nobody ever lived there', { movedOutOn: '2025-12-31' }, null],
  ['moved out on the first day', { movedOutOn: '2026-01-01' }, null],
  ['no home', { unitId: null }, null],
  ['void', { isVoid: true }, null],
] as const)('the nights of a tenancy: %s', (_, more, expected) => {
  expect(nights(more)).toEqual(expected)
})

test('tenants whose fixed term is over live there until somebody says that they moved out', () => {
  expect(isHoldover(lease, '2026-12-31')).toBe(false)
  expect(isHoldover(lease, '2027-01-01')).toBe(true)
  expect(isHoldover({ ...lease, movedOutOn: '2027-03-01' }, '2027-01-01')).toBe(false)
  expect(isHoldover({ ...lease, termKind: 'rollover' }, '2027-01-01')).toBe(false)
})

test('nights cover others of the same unit alone', () => {
  const some = (from: string, until: string | null, more: Partial<Nights> = {}): Nights => ({
    unitId,
    from,
    until,
    ...more,
  })
  expect(covers(null, some('2026-01-01', '2026-01-02'))).toBe(false)
  expect(covers(some('2026-01-01', null), some('2026-01-01', null))).toBe(true)
  expect(covers(some('2026-01-01', '2026-02-01'), some('2026-01-01', null))).toBe(false)
  expect(covers(some('2026-01-01', '2026-02-01'), some('2026-01-05', '2026-02-01'))).toBe(true)
  expect(covers(some('2026-01-01', '2026-02-01'), some('2025-12-31', '2026-02-01'))).toBe(false)
  expect(covers(some('2026-01-01', null, { unitId: 'another' }), some('2026-01-01', null))).toBe(false)
})
