import { subscriptionStatus } from '@keyhold/contracts/billing'
import { currentUser } from '@keyhold/contracts/identity'
import { testHouse } from '@keyhold/kit/testing/house'
import { expect, test } from 'vitest'
import { billing } from '../../billing/src/service.ts'
import { identity } from './service.ts'
import { signIn, signUp } from './testing/people.ts'
test('together', async () => {
  const house = await testHouse([identity, billing])
  const user = await signUp(house)
  await house.settled()
  const { actor } = await signIn(house, user)
  const s = (await house.send(subscriptionStatus, actor)).body
  expect(s.trialEndDate).toBe(user.trialEndDate)
  const tenant = await signUp(house, { userType: 'tenant' })
  await house.settled()
  expect((await house.send(currentUser, (await signIn(house, tenant)).actor)).status).toBe(200)
  await house.tick()
  house.clock.advance(15 * 864e5)
  await house.tick(); await house.settled()
  const rows = await house.door('identity').system('x', (tx) => tx.execute('select subscription_status, trial_end_date from users where user_type=\'landlord\''))
  expect(rows[0].subscription_status).toBe('expired')
  const parked = await house.door('billing').system('x', (tx) => tx.execute('select * from parked'))
  expect(parked.length).toBe(0)
  await house.stop()
})
