import { UserCreated, userName } from '@keyhold/contracts/identity/accounts'
import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { getAlertPreferences, saveAlertPreferences } from '@keyhold/contracts/messaging/alert-preferences'
import { listFailedDeliveries } from '@keyhold/contracts/messaging/deliveries'
import { notFound } from '@keyhold/kit/http/problem'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { listPropertySnapshots, PropertyCreated } from '@keyhold/contracts/properties/property-snapshots'
import { getUnitSnapshot, type UnitSnapshot } from '@keyhold/contracts/properties/units'
import { listTenantSnapshots, TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { envelopeOf } from '@keyhold/kit/testing/batches'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { messaging as itself } from '../domain/acting.ts'
import { alertJob, lockRound, maxAlertTextsOfAllPerHour, maxAlertTextsPerHour, soundRound } from '../domain/alerts.ts'
import { queueDeliveries } from '../domain/deliveries.ts'
import { alertIntervalMs, alertRounds } from '../limits.ts'
import { messaging } from '../service.ts'

const identity = { asked: [] as string[], phones: new Map<string, string | null>() }
const units = new Map<string, z.output<typeof UnitSnapshot>>()
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([messaging], {
    env: { DEV_OUTBOX: 'on', PUBLIC_URL: 'https://rent.test' },
    stubs: [
      stub(listPropertySnapshots, () => []),
      stub(listTenantSnapshots, () => []),
      stub(getUnitSnapshot, ({ params: { id } }) => units.get(id) ?? notFound('Unit')),
      stub(userName, ({ params: { id } }) => {
        identity.asked.push(id)
        if (!identity.phones.has(id)) notFound('User')
        return {
          id,
          email: `${id}@example.com`,
          firstName: 'Lee',
          lastName: 'Lord',
          phone: identity.phones.get(id) ?? null,
          userType: 'landlord' as const,
        }
      }),
    ],
  })
})
afterAll(() => app?.stop())

/** A landlord whom identity knows and messaging has no record of. */
function landlordWith(phone: string | null): LandlordActor {
  const landlord = actors.landlord()
  identity.phones.set(landlord.landlordId, phone)
  return landlord
}

const snapshotFor = ({ landlordId }: LandlordActor, more: Record<string, unknown> = {}) => ({
  requestId: v7(),
  landlordId,
  tenantId: v7(),
  propertyId: null,
  title: 'Gas!',
  category: 'general' as const,
  priority: 'emergency' as const,
  status: 'open' as const,
  openedBy: 'tenant' as const,
  ...more,
})
/** What is to be done by now: rounds of alerts, and messages. */
const pending = async ({ landlordId }: LandlordActor) => {
  const db = app.db('messaging')
  const now = app.clock.now().toISOString()
  const rounds = await db.read(
    serviceActor('messaging', landlordId),
    (sql) =>
      sql`select id from job where name = 'sound-alert' and done_at is null and dead_at is null and run_at <= ${now}::timestamptz`,
  )
  const messages = await db.read(
    itself,
    (sql) => sql`select id from delivery where status = 'pending' and owner_id = ${landlordId}`,
  )
  return [...rounds, ...messages]
}
/** The messages to a landlord and these numbers, once nothing is pending. */
async function messagesTo(landlord: LandlordActor, ...phones: string[]) {
  await until(async () => (await pending(landlord)).length === 0)
  const all = (await app.send(devOutbox, actors.service('gateway'))).body
  return all.filter(({ to }) => to === `${landlord.landlordId}@example.com` || phones.includes(to))
}
const save = (landlord: LandlordActor, body: Record<string, unknown>) =>
  app.send(saveAlertPreferences, landlord, { body })

test("an emergency that a tenant reports is sent by mail and to the account's phone, once, however often the event arrives", async () => {
  const landlord = landlordWith('(212) 555-0101')
  const snapshot = snapshotFor(landlord)
  const event = v7()
  for (let times = 0; times < 5; times++) await app.publish(RequestOpened, snapshot, event)
  const messages = await messagesTo(landlord, '+12125550101')
  expect(messages.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
  const link = `https://rent.test/maintenance?request=${snapshot.requestId}`
  expect(messages.find(({ channel }) => channel === 'sms')?.body).toBe(
    `EMERGENCY reported: Gas! ${link} (Keyhold. STOP ends these texts.)`,
  )
  expect(messages.find(({ channel }) => channel === 'email')).toMatchObject({
    subject: 'EMERGENCY: Gas!',
    body: expect.stringContaining(link),
  })
  // Identity is not asked again.
  identity.asked = []
  await app.publish(RequestOpened, snapshotFor(landlord, { title: 'Water!' }))
  expect(await messagesTo(landlord, '+12125550101')).toHaveLength(4)
  expect(identity.asked).toEqual([])
})

test(`after ${maxAlertTextsPerHour} texts in an hour about one tenant a landlord gets alerts by mail only`, async () => {
  const [landlord, other] = [landlordWith('+12125550121'), landlordWith('+12125550122')]
  const tenantId = v7()
  for (let n = 0; n < maxAlertTextsPerHour + 2; n++)
    await app.publish(RequestChanged, { ...snapshotFor(landlord, { tenantId }), previousPriority: 'low' })
  const kinds = async (of: LandlordActor, phone: string) =>
    Object.groupBy(await messagesTo(of, phone), ({ channel }) => channel) as Record<'sms' | 'email', unknown[]>
  const first = await kinds(landlord, '+12125550121')
  expect([first.sms.length, first.email.length]).toEqual([maxAlertTextsPerHour, maxAlertTextsPerHour + 2])
  await app.publish(RequestOpened, snapshotFor(other))
  expect((await kinds(other, '+12125550122')).sms).toHaveLength(1)
  app.clock.advance(60 * 60_000)
  await app.publish(RequestOpened, snapshotFor(landlord))
  expect((await kinds(landlord, '+12125550121')).sms).toHaveLength(maxAlertTextsPerHour + 1)
})

test('neither the emergencies of one tenant nor other texts of the landlord silence those of another tenant', async () => {
  const landlord = landlordWith('+12125550123')
  const tenantId = v7()
  for (let n = 0; n < maxAlertTextsPerHour + 2; n++)
    await app.publish(RequestOpened, snapshotFor(landlord, { tenantId, title: 'Again' }))
  const now = app.clock.now()
  const reminders = Array.from({ length: maxAlertTextsOfAllPerHour }, (_, n) => ({
    key: `notice:${landlord.landlordId}:${n}`,
    ownerId: landlord.landlordId,
    channel: 'sms' as const,
    to: '+12125550888',
    subject: null,
    body: 'Rent is due',
  }))
  await app.db('messaging').transaction(itself, (tx) =>
    queueDeliveries(
      tx,
      reminders,
      now,
      reminders.map(() => now),
    ),
  )
  await app.publish(RequestOpened, snapshotFor(landlord, { title: 'Fire next door' }))
  const texts = (await messagesTo(landlord, '+12125550123')).filter(({ channel }) => channel === 'sms')
  expect(texts.map(({ body }) => body).filter((body) => body.includes('Fire next door'))).toHaveLength(1)
  expect(texts).toHaveLength(maxAlertTextsPerHour + 1)
})

test('raising a request to an emergency alerts once; other changes and closed requests do not', async () => {
  const landlord = landlordWith('+12125550102')
  const snapshot = snapshotFor(landlord)
  const change = (more: Record<string, unknown>) => app.publish(RequestChanged, { ...snapshot, ...more })
  await change({ title: 'Gas leak' })
  await change({ previousPriority: 'emergency', priority: 'high' })
  await change({ previousPriority: 'low', status: 'completed' })
  await app.publish(RequestOpened, snapshotFor(landlord, { openedBy: 'landlord' }))
  expect(await messagesTo(landlord, '+12125550102')).toEqual([])
  await change({ previousPriority: 'medium', openedBy: 'landlord' })
  const messages = await messagesTo(landlord, '+12125550102')
  expect(messages).toHaveLength(2)
  expect(messages.find(({ channel }) => channel === 'sms')?.body).toMatch(/^EMERGENCY now: Gas!/)
  expect(messages.find(({ channel }) => channel === 'email')?.body).toContain('has been escalated to an emergency')
})

test('only the channels that the landlord allows are used; ordinary requests still come by mail', async () => {
  const landlord = landlordWith('+12125550103')
  await save(landlord, { emergencyEmail: false })
  await app.publish(RequestOpened, snapshotFor(landlord))
  expect((await messagesTo(landlord, '+12125550103')).map(({ channel }) => channel)).toEqual(['sms'])
  await save(landlord, { emergencyEmail: true, emergencySms: false })
  await app.publish(RequestOpened, snapshotFor(landlord))
  expect((await messagesTo(landlord, '+12125550103')).map(({ channel }) => channel).toSorted()).toEqual([
    'email',
    'sms',
  ])
  await save(landlord, { emergencyEmail: false, phone: '+1 212 555 0113' })
  await app.publish(RequestOpened, snapshotFor(landlord, { priority: 'high' }))
  expect(
    (await messagesTo(landlord, '+12125550103', '+12125550113')).map(({ channel, subject }) => subject ?? channel),
  ).toEqual(['New maintenance request: Gas!', 'EMERGENCY: Gas!', 'sms'])
})

test('a landlord without a phone number gets the mail only, and no failed text is listed', async () => {
  const landlord = landlordWith(null)
  await app.publish(RequestOpened, snapshotFor(landlord))
  expect((await messagesTo(landlord)).map(({ channel }) => channel)).toEqual(['email'])
  expect((await app.send(listFailedDeliveries, landlord)).body).toEqual([])
})

test('preferences start with all channels, and use the number of the account until another is given', async () => {
  const landlord = landlordWith('+12125550104')
  const email = `${landlord.landlordId}@example.com`
  const first = { emergencyEmail: true, emergencySms: true, email, phone: '+12125550104', hasOptedOut: false }
  expect((await app.send(getAlertPreferences, landlord)).body).toEqual(first)
  expect((await save(landlord, { phone: '212 555 0114' })).body).toEqual({ ...first, phone: '212 555 0114' })
  expect((await save(landlord, { emergencySms: false })).body).toMatchObject({
    emergencySms: false,
    phone: '212 555 0114',
  })
  expect((await save(landlord, { phone: '' })).body).toMatchObject({ phone: '+12125550104' })
  expect((await app.send(getAlertPreferences, landlord)).body).toMatchObject({
    emergencyEmail: true,
    emergencySms: false,
    phone: '+12125550104',
  })
  // A new account's phone number comes with its event.
  const fresh = actors.landlord()
  await app.publish(UserCreated, {
    userId: fresh.userId,
    landlordId: fresh.landlordId,
    tenantId: null,
    userType: 'landlord',
    email: 'fresh@example.com',
    firstName: 'Fay',
    lastName: 'Lord',
    phone: '+12125550105',
    createdAt: app.clock.now().toISOString(),
  })
  expect((await app.send(getAlertPreferences, fresh)).body).toMatchObject({
    email: 'fresh@example.com',
    phone: '+12125550105',
  })
})

test('emergency texts require a number that can receive them', async () => {
  const landlord = landlordWith(null)
  expect((await app.send(getAlertPreferences, landlord)).body).toMatchObject({ emergencySms: false, phone: null })
  const without = await save(landlord, { emergencySms: true })
  expect([without.status, without.problem.issues]).toEqual([
    400,
    [{ path: 'phone', message: 'Enter a phone number to get texts.' }],
  ])
  expect((await save(landlord, { emergencySms: true, phone: '123' })).problem.issues).toEqual([
    { path: 'phone', message: 'This phone number cannot receive texts.' },
  ])
  expect((await save(landlord, { emergencySms: true, phone: '212 555 0106' })).body).toMatchObject({
    emergencySms: true,
  })
})

test("another landlord, a tenant and a visitor cannot see or change a landlord's preferences", async () => {
  const [landlord, other] = [landlordWith('+12125550107'), landlordWith('+12125550108')]
  await save(landlord, { emergencyEmail: false, phone: '+12125550117' })
  expect((await app.send(getAlertPreferences, other)).body).toMatchObject({
    emergencyEmail: true,
    phone: '+12125550108',
  })
  const rows = await app.db('messaging').read(other, (sql) => sql`select * from alert_preference`)
  expect(rows).toEqual([])
  expect((await app.send(getAlertPreferences, actors.tenantOf(landlord))).status).toBe(403)
  expect((await app.send(saveAlertPreferences, actors.visitor(), { body: {} })).status).toBe(401)
})

test('emergencies that are handled at the same time exceed the limit of texts no more than one after the other', async () => {
  const landlord = landlordWith('(212) 555-0199')
  const tenantId = v7()
  const emergency = () => envelopeOf(RequestOpened, snapshotFor(landlord, { tenantId }), app.clock.now().toISOString())
  await app.bus.publish(Array.from({ length: maxAlertTextsPerHour + 5 }, emergency))
  await app.settled()
  const messages = await messagesTo(landlord, '+12125550199')
  expect(messages.filter(({ channel }) => channel === 'sms')).toHaveLength(maxAlertTextsPerHour)
  expect(messages.filter(({ channel }) => channel === 'email')).toHaveLength(maxAlertTextsPerHour + 5)
})

/** A landlord with a home and a tenant in it, whose emergency sounds. */
async function sounding(phone: string, more: Record<string, unknown> = {}) {
  const landlord = landlordWith(phone)
  const { landlordId } = landlord
  const [propertyId, tenantId, unitId] = [v7(), v7(), v7()]
  units.set(unitId, { unitId, landlordId, propertyId, name: 'Unit 2', marketRent: null, isDeleted: false })
  await app.publish(PropertyCreated, {
    propertyId,
    landlordId,
    name: 'Oak House',
    address: '12 Oak St',
    city: 'Austin',
    state: 'TX',
    timeZone: 'America/Chicago',
    monthlyRent: 1,
    isDeleted: false,
  })
  await app.publish(TenantCreated, {
    tenantId,
    landlordId,
    firstName: 'Ada',
    lastName: 'Moss',
    email: 'ada@example.com',
    phone: '+1 512 555 0100',
    propertyId,
    unitId,
    leaseStartDate: null,
    leaseEndDate: null,
    monthlyRent: null,
    isActive: true,
  })
  const request = {
    ...snapshotFor(landlord),
    propertyId,
    tenantId,
    title: 'Gas smell',
    alertSince: app.clock.now().toISOString(),
    ...more,
  }
  await app.publish(RequestOpened, request)
  return { landlord, request, all: () => messagesTo(landlord, phone.replaceAll(/[^+\d]/g, '')) }
}
const pass = async (ms: number) => {
  app.clock.advance(ms)
  await app.tick()
}

test('an alert says what, where, who and their phone, with one link', async () => {
  const { request, all } = await sounding('+12125550130')
  const messages = await all()
  const link = `https://rent.test/maintenance?request=${request.requestId}`
  expect(messages.find(({ channel }) => channel === 'sms')?.body).toBe(
    `EMERGENCY reported: Gas smell. Oak House, Unit 2. Ada Moss +1 512 555 0100. Confirm: ${link} (Keyhold. STOP ends these texts.)`,
  )
  const mail = messages.find(({ channel }) => channel === 'email')
  expect(mail?.body).toContain('Where: Oak House, Unit 2, 12 Oak St\nWho: Ada Moss, +1 512 555 0100')
  expect(mail?.body.match(/https:/g)).toHaveLength(1)
})

test('what the words of the tenant make an emergency alerts too, and says why', async () => {
  const { all } = await sounding('+12125550131', { priority: 'low', suggestionWords: ['gas smell'] })
  const mail = (await all()).find(({ channel }) => channel === 'email')
  expect(mail?.body).toContain('reads like an emergency (“gas smell”), with another urgency')
})

test('an alert is repeated every ten minutes on every allowed channel until it is confirmed', async () => {
  const { landlord, request, all } = await sounding('+12125550132')
  expect(await all()).toHaveLength(2)
  await pass(9 * 60_000)
  expect(await all()).toHaveLength(2)
  await pass(60_000)
  expect(await all()).toHaveLength(4)
  await save(landlord, { emergencyEmail: false })
  await pass(alertIntervalMs)
  expect((await all()).filter(({ channel }) => channel === 'sms')).toHaveLength(3)
  expect(await all()).toHaveLength(5)
  expect((await all()).filter(({ body }) => body.startsWith('EMERGENCY not confirmed'))).toHaveLength(2)
  await app.publish(RequestChanged, { ...request, alertSince: null })
  for (let n = 0; n < 3; n++) await pass(alertIntervalMs)
  expect(await all()).toHaveLength(5)
})

test('an alert ends by itself after its last round, which says so', async () => {
  const { all } = await sounding('+12125550133')
  for (let n = 0; n < alertRounds + 3; n++) {
    await all()
    await pass(alertIntervalMs)
  }
  const mails = (await all()).filter(({ channel }) => channel === 'email')
  expect(mails).toHaveLength(alertRounds)
  expect(mails.filter(({ body }) => body.includes('It is not repeated again'))).toHaveLength(1)
})

test('closing a request ends its alert, and opening it again begins another', async () => {
  const { request, all } = await sounding('+12125550134')
  await all()
  await app.publish(RequestChanged, { ...request, status: 'completed', alertSince: null })
  await pass(alertIntervalMs)
  expect(await all()).toHaveLength(2)
  const again = { ...request, status: 'open' as const, alertSince: app.clock.now().toISOString() }
  await app.publish(RequestChanged, again)
  expect(await all()).toHaveLength(4)
  // Other changes meanwhile start no second one.
  await app.publish(RequestChanged, { ...again, title: 'Gas' })
  await pass(alertIntervalMs)
  expect(await all()).toHaveLength(6)
})

test('a round that runs again after a crash sounds once, and none is lost', async () => {
  const { landlord, all } = await sounding('+12125550135')
  await all()
  const db = app.db('messaging')
  const actor = serviceActor('messaging', landlord.landlordId)
  const [alert] = await db.read(
    actor,
    (sql) => sql<{ id: string }[]>`select id from emergency_alert where landlord_id = ${landlord.landlordId}`,
  )
  // The process dies before the round is committed: nothing of it is left, and the job is still there.
  app.clock.advance(alertIntervalMs)
  const facts = { propertyName: null, address: null, unitName: null, tenantName: null, tenantPhone: null }
  const round = { round: 2, facts, publicUrl: 'https://rent.test', now: app.clock.now() }
  await expect(
    db.transaction(actor, async (tx) => {
      const row = await lockRound(tx, alert!.id, 2)
      await soundRound(tx, row!, round)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  await app.tick()
  expect(await all()).toHaveLength(4)
  // It dies after the commit and is repeated: the round is recorded.
  await db.transaction(actor, (tx) =>
    enqueue(tx, alertJob, { alertId: alert!.id, round: 2 }, { runAt: app.clock.now() }),
  )
  await app.tick()
  expect(await all()).toHaveLength(4)
  await pass(alertIntervalMs)
  expect(await all()).toHaveLength(6)
})
