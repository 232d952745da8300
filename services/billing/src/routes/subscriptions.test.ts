import {
  createSubscription,
  landlordSubscription,
  offer,
  SubscriptionChanged,
  subscriptionStatus,
} from '@keyhold/contracts/billing/subscriptions'
import { UserCreated, userName } from '@keyhold/contracts/identity/accounts'
import { trialDays } from '@keyhold/contracts/billing/plans'
import type { Role } from '@keyhold/contracts/roles'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { dayMs } from '@keyhold/kit/lib/dates'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billing } from '../service.ts'

const roles = new Map<string, Role>()
const names = stub(userName, ({ params: { id } }) => {
  const userType = roles.get(id)
  if (!userType) throw new Refusal('not-found', 'User not found')
  return { id, email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee', phone: null, userType }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([billing], { stubs: [names] })
})
afterAll(() => app.stop())

const created = (userId: string, userType: Role = 'landlord', createdAt = app.clock.now().toISOString()) => ({
  userId,
  landlordId: userType === 'tenant' ? null : userId,
  tenantId: null,
  userType,
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  phone: null,
  createdAt,
})
const changesOf = (landlordId: string) =>
  app.published(SubscriptionChanged).filter((data) => data.landlordId === landlordId)
const read = (landlordId: string, actor = actors.service('properties', landlordId)) =>
  app.send(landlordSubscription, actor, { params: { landlordId } })

const neverPaid = {
  credit: 0,
  subscriptionStartDate: null,
  subscriptionEndDate: null,
  interval: null,
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  provider: null,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
}

describe("a landlord's trial", () => {
  test('starts with the account, counted from its creation, and is announced', async () => {
    const landlord = actors.landlord()
    await app.publish(UserCreated, created(landlord.userId, 'landlord', '2026-03-15T14:59:58.123Z'))
    const expected = {
      landlordId: landlord.userId,
      plan: 'basic',
      status: 'trial',
      maxProperties: 5,
      trialStartDate: '2026-03-15T14:59:58.123Z',
      trialEndDate: '2026-03-29T14:59:58.123Z',
    }
    expect((await app.send(subscriptionStatus, landlord)).body).toEqual({ ...expected, ...neverPaid })
    expect(changesOf(landlord.userId)).toEqual([{ ...expected, ...neverPaid }])
  })

  test('starts once, though the event arrives five times and another one later', async () => {
    const landlord = actors.landlord()
    const [id, data] = [v7(), created(landlord.userId)]
    for (let i = 0; i < 5; i++) await app.publish(UserCreated, data, id)
    await app.publish(UserCreated, created(landlord.userId, 'landlord', '2027-01-01T00:00:00.000Z'))
    expect(changesOf(landlord.userId)).toHaveLength(1)
    expect((await app.send(subscriptionStatus, landlord)).body.trialStartDate).toBe(data.createdAt)
  })

  test('starts when it is read before the event arrives, once for many requests at once, and the event changes nothing', async () => {
    const landlord = actors.landlord()
    roles.set(landlord.userId, 'landlord')
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => read(landlord.userId, i % 2 ? landlord : undefined)),
    )
    const now = app.clock.now().toISOString()
    for (const { status, body } of answers)
      expect([status, body.status, body.trialStartDate]).toEqual([200, 'trial', now])
    await app.publish(UserCreated, created(landlord.userId, 'landlord', '2026-03-01T00:00:00.000Z'))
    expect((await read(landlord.userId)).body).toEqual(answers[0]!.body)
    expect(changesOf(landlord.userId)).toHaveLength(1)
  })

  test('is expired from its last instant on', async () => {
    const landlord = actors.landlord()
    await app.publish(UserCreated, created(landlord.userId))
    app.clock.advance(trialDays * dayMs - 1)
    expect((await app.send(subscriptionStatus, landlord)).body.status).toBe('trial')
    app.clock.advance(1)
    expect((await app.send(subscriptionStatus, landlord)).body.status).toBe('expired')
    expect((await read(landlord.userId)).body.status).toBe('expired')
  })

  test('is announced once when it has ended', async () => {
    await app.tick()
    const [landlord, younger] = [actors.landlord(), actors.landlord()]
    await app.publish(UserCreated, created(landlord.userId))
    app.clock.advance(10 * dayMs)
    await app.publish(UserCreated, created(younger.userId))
    for (let i = 0; i < 3; i++) {
      app.clock.advance(2 * dayMs)
      await app.tick()
      await app.settled()
    }
    expect(changesOf(landlord.userId).map(({ status }) => status)).toEqual(['trial', 'expired'])
    expect(changesOf(younger.userId).map(({ status }) => status)).toEqual(['trial'])
  })
})

describe('a super admin', () => {
  const unlimited = {
    plan: 'enterprise',
    status: 'active',
    maxProperties: null,
    trialStartDate: null,
    trialEndDate: null,
  }

  test('has no limit when the event arrives', async () => {
    const admin = actors.superAdmin()
    await app.publish(UserCreated, created(admin.userId, 'super_admin'))
    expect((await app.send(subscriptionStatus, admin)).body).toEqual({
      landlordId: admin.userId,
      ...unlimited,
      ...neverPaid,
    })
  })

  test('has no limit when read before the event, by itself or by a service', async () => {
    const [one, other] = [actors.superAdmin(), actors.superAdmin()]
    roles.set(other.userId, 'super_admin')
    expect((await app.send(subscriptionStatus, one)).body).toMatchObject(unlimited)
    expect((await read(other.userId)).body).toMatchObject(unlimited)
  })
})

describe('other users have none', () => {
  test("a tenant's account starts no subscription", async () => {
    const userId = v7()
    roles.set(userId, 'tenant')
    await app.publish(UserCreated, created(userId, 'tenant'))
    expect((await read(userId)).status).toBe(404)
    expect(changesOf(userId)).toEqual([])
  })

  test('an id of no user starts no subscription', async () => {
    expect((await read(v7())).status).toBe(404)
  })

  test("another landlord's subscription is not found", async () => {
    const [landlord, other] = [actors.landlord(), actors.landlord()]
    await app.publish(UserCreated, created(landlord.userId))
    expect((await read(landlord.userId, other)).status).toBe(404)
    expect((await read(landlord.userId, actors.visitor())).status).toBe(404)
    expect((await read(landlord.userId, actors.service('properties', other.userId))).status).toBe(404)
    expect((await read(landlord.userId, actors.service('properties'))).status).toBe(200)
  })

  test('visitors and tenants cannot read a status', async () => {
    expect((await app.send(subscriptionStatus, actors.visitor())).status).toBe(401)
    expect((await app.send(subscriptionStatus, actors.tenantOf(actors.landlord()))).status).toBe(403)
  })
})

test('without Stripe or test cards nobody can buy a plan, and visitors are told', async () => {
  const landlord = actors.landlord()
  roles.set(landlord.userId, 'landlord')
  expect((await app.send(offer, actors.visitor())).body).toMatchObject({ provider: 'none' })
  const answer = await app.send(createSubscription, landlord, { body: { plan: 'basic', interval: 'month' } })
  expect(answer.status).toBe(503)
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('Card payments are not set up here') as string })
})
