import { PlatformSettingsChanged } from '@keyhold/contracts/billing/platform-settings'
import { type Subscription, SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { currentUser, type User } from '@keyhold/contracts/identity/accounts'
import { type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '../service.ts'
import { signIn, signUp } from '../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([identity])
})
afterAll(() => app.stop())

const unpaid = {
  plan: 'professional',
  status: 'active',
  maxProperties: 25,
  trialStartDate: null,
  trialEndDate: null,
  subscriptionStartDate: null,
  subscriptionEndDate: null,
  interval: null,
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  provider: null,
  credit: 0,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
} as const
const changedTo = (landlordId: string, changes: Partial<Subscription>): Subscription => ({
  landlordId,
  ...unpaid,
  ...changes,
})
const read = async (whose: User) => (await app.send(currentUser, (await signIn(app, whose)).actor)).body

test('a user shows the subscription of the last event, however often it arrives, and other users do not', async () => {
  const [user, other] = [await signUp(app), await signUp(app)]
  const id = v7()
  const paid = {
    subscriptionStartDate: '2026-03-01T00:00:00.000Z',
    subscriptionEndDate: '2026-04-01T00:00:00.000Z',
    stripeCustomerId: 'cus_1',
    stripeSubscriptionId: 'sub_1',
    stripePriceId: 'price_1',
  }
  for (let i = 0; i < 5; i++) await app.publish(SubscriptionChanged, changedTo(user.id, paid), id)
  expect(await read(user)).toMatchObject({
    subscriptionPlan: 'professional',
    subscriptionStatus: 'active',
    maxProperties: 25,
    trialEndDate: null,
    ...paid,
  })
  expect(await read(other)).toMatchObject({
    subscriptionPlan: 'basic',
    subscriptionStatus: 'trial',
    maxProperties: 5,
    stripeCustomerId: null,
  })
})

test('an event from before paid subscriptions is still understood', async () => {
  const user = await signUp(app)
  const old = {
    landlordId: user.id,
    plan: 'enterprise',
    status: 'active',
    maxProperties: null,
    trialStartDate: null,
    trialEndDate: null,
  }
  await app.publish(SubscriptionChanged, old as Subscription)
  expect(await read(user)).toMatchObject({
    subscriptionPlan: 'enterprise',
    maxProperties: null,
    stripeSubscriptionId: null,
    subscriptionEndDate: null,
  })
})

test('new landlords start with the changed platform settings, and existing ones keep theirs', async () => {
  const before = await signUp(app)
  const settingsId = '00000000-0000-0000-0000-000000000000'
  for (const settings of [
    { trialDays: 60, defaultMaxProperties: 9 },
    { trialDays: 30, defaultMaxProperties: 12 },
  ])
    await app.publish(PlatformSettingsChanged, { settingsId, ...settings })
  const after = await signUp(app)
  expect(after).toMatchObject({
    trialEndDate: '2026-04-14T15:00:00.000Z',
    maxProperties: 12,
    subscriptionStatus: 'trial',
  })
  expect(await read(before)).toMatchObject({ trialEndDate: '2026-03-29T15:00:00.000Z', maxProperties: 5 })
})
