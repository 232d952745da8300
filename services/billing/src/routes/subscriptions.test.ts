import { landlordSubscription, SubscriptionChanged, subscriptionStatus } from '@keyhold/contracts/billing/subscriptions'
import { UserCreated, userName } from '@keyhold/contracts/identity/accounts'
import type { Role } from '@keyhold/contracts/roles'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billing } from '../service.ts'

const day = 24 * 60 * 60_000
const known = new Map<string, Role>()
const names = stub(userName, ({ params: { id } }) => {
  const userType = known.get(id)
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
const ask = (landlordId: string, actor = actors.service('properties', landlordId)) =>
  app.send(landlordSubscription, actor, { params: { landlordId } })

const neverPaid = {
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
  test("starts with its account, counted from the account's creation, and the others hear of it", async () => {
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

  test('starts once, though the event came five times and another one later', async () => {
    const landlord = actors.landlord()
    const [id, data] = [v7(), created(landlord.userId)]
    for (let i = 0; i < 5; i++) await app.publish(UserCreated, data, id)
    await app.publish(UserCreated, created(landlord.userId, 'landlord', '2027-01-01T00:00:00.000Z'))
    expect(changesOf(landlord.userId)).toHaveLength(1)
    expect((await app.send(subscriptionStatus, landlord)).body.trialStartDate).toBe(data.createdAt)
  })

  test('starts when asked about before the event came, once for many at once, and the event changes nothing', async () => {
    const landlord = actors.landlord()
    known.set(landlord.userId, 'landlord')
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => ask(landlord.userId, i % 2 ? landlord : undefined)),
    )
    const now = app.clock.now().toISOString()
    for (const { status, body } of answers)
      expect([status, body.status, body.trialStartDate]).toEqual([200, 'trial', now])
    await app.publish(UserCreated, created(landlord.userId, 'landlord', '2026-03-01T00:00:00.000Z'))
    expect((await ask(landlord.userId)).body).toEqual(answers[0]!.body)
    expect(changesOf(landlord.userId)).toHaveLength(1)
  })

  test('reads expired from its last instant on', async () => {
    const landlord = actors.landlord()
    await app.publish(UserCreated, created(landlord.userId))
    app.clock.advance(14 * day - 1)
    expect((await app.send(subscriptionStatus, landlord)).body.status).toBe('trial')
    app.clock.advance(1)
    expect((await app.send(subscriptionStatus, landlord)).body.status).toBe('expired')
    expect((await ask(landlord.userId)).body.status).toBe('expired')
  })

  test('is announced once when it has ended', async () => {
    await app.tick()
    const [landlord, younger] = [actors.landlord(), actors.landlord()]
    await app.publish(UserCreated, created(landlord.userId))
    app.clock.advance(10 * day)
    await app.publish(UserCreated, created(younger.userId))
    for (let i = 0; i < 3; i++) {
      app.clock.advance(2 * day)
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

  test('has no limit, told by the event', async () => {
    const admin = actors.superAdmin()
    await app.publish(UserCreated, created(admin.userId, 'super_admin'))
    expect((await app.send(subscriptionStatus, admin)).body).toEqual({
      landlordId: admin.userId,
      ...unlimited,
      ...neverPaid,
    })
  })

  test('has no limit, asked about before the event, by itself or by a service', async () => {
    const [one, other] = [actors.superAdmin(), actors.superAdmin()]
    known.set(other.userId, 'super_admin')
    expect((await app.send(subscriptionStatus, one)).body).toMatchObject(unlimited)
    expect((await ask(other.userId)).body).toMatchObject(unlimited)
  })
})

describe('nobody else has one', () => {
  test("a tenant's account starts none", async () => {
    const userId = v7()
    known.set(userId, 'tenant')
    await app.publish(UserCreated, created(userId, 'tenant'))
    expect((await ask(userId)).status).toBe(404)
    expect(changesOf(userId)).toEqual([])
  })

  test('an id that is no user starts none', async () => {
    expect((await ask(v7())).status).toBe(404)
  })

  test("another landlord's is not there", async () => {
    const [landlord, other] = [actors.landlord(), actors.landlord()]
    await app.publish(UserCreated, created(landlord.userId))
    expect((await ask(landlord.userId, other)).status).toBe(404)
    expect((await ask(landlord.userId, actors.visitor())).status).toBe(404)
    expect((await ask(landlord.userId, actors.service('properties', other.userId))).status).toBe(404)
    expect((await ask(landlord.userId, actors.service('properties'))).status).toBe(200)
  })

  test('visitors and tenants do not ask for a status', async () => {
    expect((await app.send(subscriptionStatus, actors.visitor())).status).toBe(401)
    expect((await app.send(subscriptionStatus, actors.tenantOf(actors.landlord()))).status).toBe(403)
  })
})
