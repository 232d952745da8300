import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import {
  changePlatformSettings,
  platformSettings,
  PlatformSettingsChanged,
} from '@keyhold/contracts/billing/platform-settings'
import { createSubscription, offer } from '@keyhold/contracts/billing/subscriptions'
import { extendTrial, updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBillingApp, type BillingApp } from '../testing/test-app.ts'

let testApp: BillingApp
let admin: LandlordActor
beforeAll(async () => {
  testApp = await startBillingApp()
  admin = testApp.user('super_admin')
})
afterAll(() => testApp.app.stop())

const acted = () => testApp.app.published(AdminActed).filter(({ adminId }) => adminId === admin.userId)
const form = (landlord: { userId: string }, more: object = {}) => ({
  userId: landlord.userId,
  subscriptionPlan: 'professional',
  subscriptionStatus: 'active',
  maxProperties: 40,
  ...more,
})
const update = (landlord: { userId: string }, more: object = {}, actor: LandlordActor = admin, key?: string) =>
  testApp.app.send(updateLandlordSubscription, actor, {
    body: form(landlord, more),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const extend = (landlord: { userId: string }, days: number, key?: string) =>
  testApp.app.send(extendTrial, admin, {
    body: { userId: landlord.userId, days },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })

describe('an administrator', () => {
  test("sets a landlord's plan, status and limit, announces it and logs it with the state before and after", async () => {
    const landlord = await testApp.landlord()
    const before = await testApp.status(landlord)
    const { status, body } = await update(landlord)
    expect([status, body]).toEqual([200, { ...before, plan: 'professional', status: 'active', maxProperties: 40 }])
    expect(await testApp.status(landlord)).toEqual(body)
    await testApp.app.settled()
    expect(testApp.published(landlord).at(-1)).toEqual(body)
    const { trialEndDate } = before
    expect(acted().at(-1)).toEqual({
      adminId: admin.userId,
      landlordId: landlord.landlordId,
      targetUserId: landlord.userId,
      action: 'subscription_updated',
      details: {
        before: { plan: 'basic', status: 'trial', maxProperties: 5, trialEndDate },
        after: { plan: 'professional', status: 'active', maxProperties: 40, trialEndDate },
      },
      at: testApp.clock.now().toISOString(),
    })
  })

  test('accepts starter for basic, and null for no limit', async () => {
    const landlord = await testApp.landlord()
    const { body } = await update(landlord, { subscriptionPlan: 'starter', maxProperties: null })
    expect(body).toMatchObject({ plan: 'basic', maxProperties: null })
  })

  test('starts a trial only with an end date between 2000 and 2199', async () => {
    const landlord = await testApp.landlord()
    expect((await update(landlord, { subscriptionStatus: 'trial' })).body.status).toBe('trial')
    for (const [trialEndDate, sentence] of [
      [null, 'A trial needs an end date.'],
      ['0000-01-01T00:00:00Z', 'Enter a trial end date between 2000 and 2199.'],
      ['9999-12-31T00:00:00Z', 'Enter a trial end date between 2000 and 2199.'],
    ]) {
      const { status, problem } = await update(landlord, { subscriptionStatus: 'trial', trialEndDate })
      expect([status, problem.detail, problem.issues?.[0]?.path]).toEqual([400, sentence, 'trialEndDate'])
    }
    const over = await update(landlord, { subscriptionStatus: 'trial', trialEndDate: '2026-03-01T00:00:00.000Z' })
    expect(over.body).toMatchObject({ status: 'expired', trialEndDate: '2026-03-01T00:00:00.000Z' })
  })

  test('extends a trial from its end, or from now when it is over', async () => {
    const landlord = await testApp.landlord()
    expect((await extend(landlord, 7)).body).toMatchObject({
      status: 'trial',
      trialEndDate: '2026-04-05T15:00:00.000Z',
    })
    await update(landlord, { subscriptionStatus: 'expired', trialEndDate: '2026-03-01T00:00:00.000Z' })
    expect((await extend(landlord, 7)).body).toMatchObject({
      status: 'trial',
      trialEndDate: '2026-03-22T15:00:00.000Z',
    })
    await testApp.app.settled()
    expect(acted().at(-1)).toMatchObject({
      action: 'trial_extended',
      details: { days: 7, before: { status: 'expired' }, after: { status: 'trial' } },
    })
    await update(landlord)
    const { status, problem } = await extend(landlord, 7)
    expect([status, problem.code]).toEqual([409, 'illegal-transition'])
    await update(landlord, { subscriptionStatus: 'trial', trialEndDate: '2199-12-01T00:00:00.000Z' })
    expect((await extend(landlord, 365)).status).toBe(400)
  })

  test('does each once for one Idempotency-Key', async () => {
    const landlord = await testApp.landlord()
    const [first, again] = [await extend(landlord, 10, 'ten days'), await extend(landlord, 10, 'ten days')]
    expect(again.body).toEqual(first.body)
    const [one, two] = [await update(landlord, {}, admin, 'a change'), await update(landlord, {}, admin, 'a change')]
    expect(two.body).toEqual(one.body)
    await testApp.app.settled()
    expect(acted().filter(({ landlordId }) => landlordId === landlord.landlordId)).toHaveLength(2)
  })

  test('reaches a landlord whose event has not arrived yet, and only landlords', async () => {
    const landlord = testApp.user()
    expect((await extend(landlord, 7)).body.trialEndDate).toBe('2026-04-05T15:00:00.000Z')
    const otherAdmin = testApp.user('super_admin')
    await testApp.status(otherAdmin)
    for (const nobody of [{ userId: v7() }, testApp.user('tenant'), otherAdmin, testApp.user('super_admin'), admin]) {
      for (const { status, problem } of [await update(nobody), await extend(nobody, 7)])
        expect([status, problem.detail]).toEqual([404, 'Landlord not found'])
    }
  })

  test('also cancels a subscription in test mode', async () => {
    const landlord = await testApp.landlord()
    const { body } = await testApp.app.send(createSubscription, landlord, { body: { plan: 'basic' } })
    await testApp.pay(landlord, body.clientSecret)
    expect((await extend(landlord, 7)).status).toBe(409)
    expect((await update(landlord, { subscriptionStatus: 'cancelled' })).body).toMatchObject({
      status: 'cancelled',
      cancelAtPeriodEnd: false,
    })
    expect((await extend(landlord, 7)).body.status).toBe('trial')
  })
})

describe('the platform settings', () => {
  const put = (body: Record<string, unknown>, actor: LandlordActor = admin) =>
    testApp.app.send(changePlatformSettings, actor, { body })

  test('are the defaults until they are changed, and then apply to new trials only', async () => {
    const older = await testApp.landlord()
    const constants = { trialDays: 14, defaultMaxProperties: 5 }
    expect((await testApp.app.send(platformSettings, admin)).body).toEqual(constants)
    const settings = { trialDays: 30, defaultMaxProperties: 3 }
    for (let i = 0; i < 2; i++) expect((await put(settings)).body).toEqual(settings)
    expect((await testApp.app.send(offer, actors.visitor())).body).toMatchObject(settings)
    expect(await testApp.status(await testApp.landlord())).toMatchObject({
      maxProperties: 3,
      trialEndDate: '2026-04-14T15:00:00.000Z',
    })
    expect((await testApp.status(older)).maxProperties).toBe(5)
    await testApp.app.settled()
    expect(testApp.app.published(PlatformSettingsChanged)).toEqual([
      { ...settings, settingsId: '00000000-0000-0000-0000-000000000000' },
    ])
    expect(acted().filter(({ action }) => action === 'settings_changed')).toMatchObject([
      { landlordId: null, details: { before: constants, after: settings } },
    ])
    for (const wrong of [
      { ...settings, trialDays: 0 },
      { ...settings, trialDays: 366 },
      { ...settings, defaultMaxProperties: -1 },
      { trialDays: 3.5 },
    ])
      expect((await put(wrong)).status).toBe(400)
  })
})

test('platform settings: a field that is left out keeps its value, also when two change at once', async () => {
  const put = (body: object) => testApp.app.send(changePlatformSettings, admin, { body })
  await put({ trialDays: 30, defaultMaxProperties: 3 })
  await Promise.all([put({ trialDays: 20 }), put({ defaultMaxProperties: 8 })])
  expect((await testApp.app.send(platformSettings, admin)).body).toEqual({ trialDays: 20, defaultMaxProperties: 8 })
})

test('landlords, tenants and visitors are refused', async () => {
  const landlord = await testApp.landlord()
  const callers = [
    [landlord, 403],
    [actors.tenantOf(landlord), 403],
    [actors.visitor(), 401],
  ] as const
  for (const [actor, expected] of callers)
    for (const call of [updateLandlordSubscription, extendTrial, platformSettings, changePlatformSettings])
      expect((await testApp.app.send(call, actor, { body: form(landlord) })).status).toBe(expected)
  expect((await testApp.status(landlord)).status).toBe('trial')
})
