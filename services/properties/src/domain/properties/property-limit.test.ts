import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { createProperty, deleteProperty, listProperties } from '@keyhold/contracts/properties/properties'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, openHouse, subscription } from '../../testing/test-app.ts'
import { whyInactive } from './property-limit.ts'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.stop())

const sentence = "You've reached your property limit for your current plan. Please upgrade to add more properties."

test('of 20 creates at once under a cap of 5, five make it', async () => {
  const landlord = actors.landlord()
  house.billing.answer.set(landlord.landlordId, { plan: 'basic', maxProperties: 5 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => house.send(createProperty, landlord, { body: form })))
  const statuses = answers.map(({ status }) => status)
  expect([statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 403).length]).toEqual([5, 15])
  expect(answers.find(({ status }) => status === 403)?.problem).toMatchObject({ code: 'property-limit-reached', detail: sentence })
  expect((await house.send(listProperties, landlord)).headers['x-total-count']).toBe('5')
})

test('billing is asked once, and its events move the cap; a deleted property gives its place back', async () => {
  const landlord = actors.landlord()
  house.billing.answer.set(landlord.landlordId, { maxProperties: 1 })
  const before = house.billing.asked
  const { id } = await house.addProperty(landlord)
  expect((await house.send(createProperty, landlord, { body: form })).status).toBe(403)
  await house.publish(SubscriptionChanged, subscription(landlord.landlordId, { maxProperties: 2 }))
  await house.addProperty(landlord)
  expect((await house.send(createProperty, landlord, { body: form })).status).toBe(403)
  await house.send(deleteProperty, landlord, { params: { id } })
  await house.addProperty(landlord)
  expect(house.billing.asked - before).toBe(1)
})

test('null is unlimited, a cancelled subscription adds nothing, an older fact changes nothing', async () => {
  const landlord = actors.landlord()
  await house.publish(SubscriptionChanged, subscription(landlord.landlordId, { plan: 'enterprise', maxProperties: null }))
  for (let n = 0; n < 6; n++) await house.addProperty(landlord)
  house.clock.advance(60_000)
  await house.publish(SubscriptionChanged, subscription(landlord.landlordId, { status: 'cancelled' }))
  house.clock.advance(-30_000)
  await house.publish(SubscriptionChanged, subscription(landlord.landlordId))
  house.clock.advance(30_000)
  const refused = await house.send(createProperty, landlord, { body: form })
  expect([refused.status, refused.problem.code]).toEqual([403, 'subscription-inactive'])
})

test('a trial ends by the clock, whether or not billing says so', async () => {
  const landlord = actors.landlord()
  const trialEndDate = new Date(house.clock.now().getTime() + 60_000).toISOString()
  await house.publish(SubscriptionChanged, subscription(landlord.landlordId, { status: 'trial', trialEndDate }))
  await house.addProperty(landlord)
  house.clock.advance(60_000)
  const refused = await house.send(createProperty, landlord, { body: form })
  expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
    403,
    'subscription-inactive',
    'Your free trial has ended. Please choose a plan to add properties.',
  ])
})

test('a super admin is not limited, and billing is not asked', async () => {
  const admin = actors.superAdmin()
  house.billing.answer.set(admin.landlordId, { status: 'expired', maxProperties: 0 })
  const before = house.billing.asked
  await house.addProperty(admin)
  expect(house.billing.asked).toBe(before)
})

test('a failed create holds no place and a full cap says nothing about other landlords', async () => {
  const landlord = actors.landlord()
  house.billing.answer.set(landlord.landlordId, { maxProperties: 1 })
  expect((await house.send(createProperty, landlord, { body: { ...form, name: '' } })).status).toBe(400)
  await house.addProperty(landlord)
  await house.addProperty(actors.landlord())
})

test.each([
  ['active', null, null],
  ['trial', '2026-03-15T15:00:01Z', null],
  ['trial', '2026-03-15T15:00:00Z', 'Your free trial has ended.'],
  ['trial', null, null],
  ['expired', null, 'Your subscription has expired.'],
  ['cancelled', null, 'Your subscription has been cancelled.'],
] as const)('%s until %s: %s', (status, trialEnd, reason) => {
  const answer = whyInactive({ status, trialEnd }, new Date('2026-03-15T15:00:00Z'))
  expect(answer === null ? null : answer.startsWith(reason ?? '-')).toBe(reason === null ? null : true)
})
