import { SubscriptionChanged } from '@keyhold/contracts/billing'
import { currentUser } from '@keyhold/contracts/identity'
import { type TestHouse, testHouse } from '@keyhold/kit/testing/house'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '../service.ts'
import { signIn, signUp } from '../testing/people.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse([identity])
})
afterAll(() => house.stop())

test('a user shows what billing said last, however often it said so, and other users do not', async () => {
  const [user, other] = [await signUp(house), await signUp(house)]
  const id = v7()
  const changed = {
    landlordId: user.id,
    plan: 'professional',
    status: 'active',
    maxProperties: 25,
    trialStartDate: null,
    trialEndDate: null,
  } as const
  for (let i = 0; i < 5; i++) await house.publish(SubscriptionChanged, changed, id)
  const read = async (whose: typeof user) => (await house.send(currentUser, (await signIn(house, whose)).actor)).body
  expect(await read(user)).toMatchObject({ subscriptionPlan: 'professional', subscriptionStatus: 'active', maxProperties: 25, trialEndDate: null })
  expect(await read(other)).toMatchObject({ subscriptionPlan: 'basic', subscriptionStatus: 'trial', maxProperties: 5 })
})
