import { databaseName } from '@keyhold/contracts/identity/landlord-databases'
import { describe, expect, test } from 'vitest'
import { bytes, databaseNameFor, extendedTo, limitOf, ownerOf, trialOf } from './words.ts'

const now = new Date('2026-03-10T12:00:00Z')

describe('a trial', () => {
  test.each([
    ['trial', '2026-03-20T12:00:00Z', 'Active'],
    ['trial', '2026-03-01T12:00:00Z', 'Expired'],
    ['expired', '2026-03-01T12:00:00Z', 'Expired'],
    ['active', '2026-03-20T12:00:00Z', 'No Trial'],
    ['cancelled', '2026-03-01T12:00:00Z', 'No Trial'],
    ['trial', null, 'No Trial'],
  ])('with status %s and end %s reads %s', (subscriptionStatus, trialEndDate, label) => {
    expect(trialOf({ subscriptionStatus, trialEndDate }, now).label).toBe(label)
  })

  test('is extended from its end while it runs, from now once it is over', () => {
    expect(extendedTo('2026-03-20T12:00:00Z', 7, now).toISOString()).toBe('2026-03-27T12:00:00.000Z')
    expect(extendedTo('2026-01-01T12:00:00Z', 7, now).toISOString()).toBe('2026-03-17T12:00:00.000Z')
    expect(extendedTo(null, 7, now).toISOString()).toBe('2026-03-17T12:00:00.000Z')
  })
})

test('no limit is shown as Unlimited, an unset one as five', () => {
  expect([limitOf(null), limitOf(undefined), limitOf(25)]).toEqual(['Unlimited', '5', '25'])
})

test('a database without a landlord is shared, one of a deleted landlord is unknown', () => {
  expect(ownerOf({ landlordId: null, landlordEmail: null })).toBe('Shared by all landlords')
  expect(ownerOf({ landlordId: 'x', landlordEmail: null })).toBe('Unknown')
})

test.each([
  ['lena.landlord@example.com', 'landlord_lena_landlord'],
  ['José+rentals@example.com', 'landlord_jose_rentals'],
  ['__42__@example.com', 'landlord_42'],
  ['房东@example.com', 'landlord_records'],
  [`${'a'.repeat(90)}@example.com`, `landlord_${'a'.repeat(54)}`],
  [`${'a'.repeat(53)}.b@example.com`, `landlord_${'a'.repeat(53)}`],
  ['', 'landlord_records'],
])('the database name suggested for %s is one that can be made', (email, name) => {
  expect(databaseNameFor(email)).toBe(name)
  expect(databaseName.safeParse(name).success).toBe(true)
})

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1536, '1.5 KB'],
  [25 * 1024 ** 2, '25 MB'],
  [1024 ** 3 * 1.25, '1.3 GB'],
])('%i bytes read %s', (count, text) => {
  expect(bytes(count)).toBe(text)
})
