import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { AdminSubscriptionForm } from '@keyhold/contracts/billing/admin-subscriptions'
import { describe, expect, test } from 'vitest'
import { capOf, changesOf, fieldsOf, SubscriptionFields } from './subscription-form.ts'

const landlord: AdminLandlord = {
  id: '0192f0c0-0000-7000-8000-000000000001',
  email: 'lena@example.com',
  firstName: 'Lena',
  lastName: 'Hart',
  phone: null,
  userType: 'landlord',
  subscriptionPlan: 'basic',
  subscriptionStatus: 'trial',
  maxProperties: 5,
  trialEndDate: '2026-12-02T10:11:12.000Z',
  isActive: true,
  databaseName: null,
  createdAt: '2026-11-18T10:11:12.000Z',
}
const issuesOf = (changes: Partial<ReturnType<typeof fieldsOf>>) =>
  SubscriptionFields.safeParse({ ...fieldsOf(landlord), ...changes }).error?.issues.map(({ path }) => path.join('.')) ??
  []

test('saving a landlord without changes changes nothing, not even the hour at which the trial ends', () => {
  expect(AdminSubscriptionForm.parse(changesOf(fieldsOf(landlord), landlord))).toEqual({
    userId: landlord.id,
    subscriptionPlan: 'basic',
    subscriptionStatus: 'trial',
    maxProperties: 5,
  })
})

test('a new trial end is the end of that day; no limit is sent as null', () => {
  const sent = changesOf(
    { ...fieldsOf(landlord), isUnlimited: true, maxProperties: '', trialEndDate: '2026-12-20' },
    landlord,
  )
  expect(sent).toMatchObject({ maxProperties: null, trialEndDate: new Date('2026-12-20T23:59:59').toISOString() })
  expect(AdminSubscriptionForm.safeParse(sent).success).toBe(true)
})

test('an account without a plan is shown as Free', () => {
  expect(fieldsOf({ ...landlord, subscriptionPlan: null })).toMatchObject({ subscriptionPlan: 'free' })
})

describe('before anything is sent', () => {
  test.each(['', '-1', '2.5', 'many'])('a limit of "%s" is refused, unless there is none', (maxProperties) => {
    expect(issuesOf({ maxProperties })).toEqual(['maxProperties'])
    expect(issuesOf({ maxProperties, isUnlimited: true })).toEqual([])
  })

  test('a trial without an end is refused', () => {
    expect(issuesOf({ trialEndDate: '' })).toEqual(['trialEndDate'])
    expect(issuesOf({ trialEndDate: '', subscriptionStatus: 'active' })).toEqual([])
  })
})

test('each plan brings the limit it is sold with', () => {
  expect([capOf('free'), capOf('basic'), capOf('professional'), capOf('enterprise')]).toEqual([5, 5, 25, null])
})
