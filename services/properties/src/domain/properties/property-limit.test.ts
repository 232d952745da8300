import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { createProperty, deleteProperty, listProperties } from '@keyhold/contracts/properties/properties'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startPropertiesApp, subscription } from '../../testing/test-app.ts'
import { inactiveReason } from './property-limit.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const sentence = "You've reached your property limit for your current plan. Please upgrade to add more properties."

test('of 20 concurrent creates under a cap of 5, five succeed', async () => {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { plan: 'basic', maxProperties: 5 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.send(createProperty, landlord, { body: form })),
  )
  const statuses = answers.map(({ status }) => status)
  expect([
    statuses.filter((status) => status === 201).length,
    statuses.filter((status) => status === 403).length,
  ]).toEqual([5, 15])
  expect(answers.find(({ status }) => status === 403)?.problem).toMatchObject({
    code: 'property-limit-reached',
    detail: sentence,
  })
  expect((await app.send(listProperties, landlord)).headers['x-total-count']).toBe('5')
})

test('billing is asked once, its events change the cap, and a deleted property frees its place', async () => {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { maxProperties: 1 })
  const before = app.billing.asked
  const { id } = await app.addProperty(landlord)
  expect((await app.send(createProperty, landlord, { body: form })).status).toBe(403)
  await app.publish(SubscriptionChanged, subscription(landlord.landlordId, { maxProperties: 2 }))
  await app.addProperty(landlord)
  expect((await app.send(createProperty, landlord, { body: form })).status).toBe(403)
  await app.send(deleteProperty, landlord, { params: { id } })
  await app.addProperty(landlord)
  expect(app.billing.asked - before).toBe(1)
})

test('null is unlimited, a cancelled subscription allows no property, an older event changes nothing', async () => {
  const landlord = actors.landlord()
  await app.publish(SubscriptionChanged, subscription(landlord.landlordId, { plan: 'enterprise', maxProperties: null }))
  for (let n = 0; n < 6; n++) await app.addProperty(landlord)
  app.clock.advance(60_000)
  await app.publish(SubscriptionChanged, subscription(landlord.landlordId, { status: 'cancelled' }))
  app.clock.advance(-30_000)
  await app.publish(SubscriptionChanged, subscription(landlord.landlordId))
  app.clock.advance(30_000)
  const refused = await app.send(createProperty, landlord, { body: form })
  expect([refused.status, refused.problem.code]).toEqual([403, 'subscription-inactive'])
})

test('a trial ends by the clock, before billing announces it', async () => {
  const landlord = actors.landlord()
  const trialEndDate = new Date(app.clock.now().getTime() + 60_000).toISOString()
  await app.publish(SubscriptionChanged, subscription(landlord.landlordId, { status: 'trial', trialEndDate }))
  await app.addProperty(landlord)
  app.clock.advance(60_000)
  const refused = await app.send(createProperty, landlord, { body: form })
  expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
    403,
    'subscription-inactive',
    'Your free trial has ended. Please choose a plan to add properties.',
  ])
})

test('a super admin is not limited, and billing is not asked', async () => {
  const admin = actors.superAdmin()
  app.billing.answer.set(admin.landlordId, { status: 'expired', maxProperties: 0 })
  const before = app.billing.asked
  await app.addProperty(admin)
  expect(app.billing.asked).toBe(before)
})

test('a failed create does not count, and a full cap does not affect other landlords', async () => {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { maxProperties: 1 })
  expect((await app.send(createProperty, landlord, { body: { ...form, name: '' } })).status).toBe(400)
  await app.addProperty(landlord)
  await app.addProperty(actors.landlord())
})

test.each([
  ['active', null, null],
  ['trial', '2026-03-15T15:00:01Z', null],
  ['trial', '2026-03-15T15:00:00Z', 'Your free trial has ended.'],
  ['trial', null, null],
  ['expired', null, 'Your subscription has expired.'],
  ['cancelled', null, 'Your subscription has been cancelled.'],
] as const)('%s until %s: %s', (status, trialEnd, reason) => {
  const answer = inactiveReason({ status, trialEnd }, new Date('2026-03-15T15:00:00Z'))
  expect(answer === null ? null : answer.startsWith(reason ?? '-')).toBe(reason === null ? null : true)
})
