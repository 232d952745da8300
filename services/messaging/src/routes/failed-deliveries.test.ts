import { userName } from '@keyhold/contracts/identity/accounts'
import {
  deliver,
  deliveryAttention,
  dismissDelivery,
  listFailedDeliveries,
  retryDelivery,
} from '@keyhold/contracts/messaging/deliveries'
import { devOutbox, devReply } from '@keyhold/contracts/messaging/dev-outbox'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'
import { endLeases } from '@keyhold/kit/testing/jobs'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { messaging as itself } from '../domain/acting.ts'
import { claimFailed } from '../domain/deliveries.ts'
import { messaging } from '../service.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([messaging], {
    env: { DEV_OUTBOX: 'on', PUBLIC_URL: 'https://rent.test' },
    stubs: [stub(userName, () => notFound('User'))],
  })
})
afterAll(() => app?.stop())

const payments = actors.service('payments')
const reply = (from: string, body: string) => app.send(devReply, payments, { body: { from, body } })
const outbox = async (to: string) => (await app.send(devOutbox, payments)).body.filter((message) => message.to === to)
const failed = async (actor: Actor) => (await app.send(listFailedDeliveries, actor)).body
const retry = (actor: Actor, id: string) => app.send(retryDelivery, actor, { params: { id } })
const dismiss = (actor: Actor, id: string) => app.send(dismissDelivery, actor, { params: { id } })

let last = 200
const nextNumber = () => `+1212555${String(++last).padStart(4, '0')}`

/** A text of this landlord's that failed, because its number had opted out. */
async function failedText(landlord: LandlordActor, more: Record<string, unknown> = {}) {
  const to = nextNumber()
  await reply(to, 'STOP')
  const body = {
    key: v7(),
    landlordId: landlord.landlordId,
    channel: 'sms',
    to,
    body: 'The plumber comes at noon',
    retriable: true,
    ...more,
  }
  const answer = await app.send(deliver, payments, { body })
  app.clock.advance(1000)
  return { id: answer.body.id, to }
}

test('failed messages are listed with their reasons, newest first, in pages, and counted', async () => {
  const landlord = actors.landlord()
  const one = await failedText(landlord)
  const two = await failedText(landlord, { channel: 'email', to: '212 555 0100', subject: 'Noon' })
  const page = await app.send(listFailedDeliveries, landlord, { query: { limit: 1 } })
  expect([page.body.map(({ id }) => id), page.headers['x-total-count']]).toEqual([[two.id], '2'])
  const cursor = /cursor=([^>&]+)/.exec(page.headers.link ?? '')?.[1]
  expect((await app.send(listFailedDeliveries, landlord, { query: { limit: 1, cursor } })).body).toEqual([
    {
      id: one.id,
      channel: 'sms',
      to: one.to,
      subject: null,
      preview: 'The plumber comes at noon',
      canRetry: true,
      reason: 'This number has opted out of texts (STOP).',
      failedAt: expect.any(String),
    },
  ])
  const { body } = await app.send(deliveryAttention, actors.service('gateway', landlord.landlordId), {
    query: { limit: 1 },
  })
  expect([body.total, body.items.map(({ id }) => id)]).toEqual([2, [two.id]])
})

test('a retry is a new attempt of the same delivery: it fails while the number has opted out; once sent, the message leaves the list', async () => {
  const landlord = actors.landlord()
  const { id, to } = await failedText(landlord)
  expect((await retry(landlord, id)).body).toEqual({
    id,
    status: 'failed',
    reason: 'This number has opted out of texts (STOP).',
  })
  expect(await failed(landlord)).toMatchObject([{ id }])
  await reply(to, 'START')
  expect((await retry(landlord, id)).body).toEqual({ id, status: 'sent', reason: null })
  expect(await outbox(to)).toMatchObject([{ id, body: 'The plumber comes at noon' }])
  expect(await failed(landlord)).toEqual([])
})

test('concurrent and repeated retries send once', async () => {
  const landlord = actors.landlord()
  const { id, to } = await failedText(landlord)
  await reply(to, 'START')
  const answers = await Promise.all([retry(landlord, id), retry(landlord, id), retry(landlord, id)])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(answers.filter(({ status }) => status === 200)[0]?.body.status).toBe('sent')
  expect((await retry(landlord, id)).body.status).toBe('sent')
  expect(await outbox(to)).toHaveLength(1)
  const attempts = await app
    .db('messaging')
    .read(itself, (sql) => sql<{ status: string }[]>`select status from delivery where "to" = ${to}`)
  expect(attempts).toEqual([{ status: 'sent' }])
})

test('a worker sends a retry whose process died', async () => {
  const landlord = actors.landlord()
  const { id, to } = await failedText(landlord)
  await reply(to, 'START')
  expect(
    await app
      .db('messaging')
      .transaction(itself, (tx) => claimFailed(tx, { id, ownerId: landlord.landlordId }, app.clock.now())),
  ).toBeDefined()
  expect((await retry(landlord, id)).problem.detail).toBe('This message is being sent right now.')
  await endLeases(app.db('messaging'))
  await app.tick()
  expect(await outbox(to)).toHaveLength(1)
})

test('a dismissed message is gone for good, with its body', async () => {
  const landlord = actors.landlord()
  const { id } = await failedText(landlord)
  expect([
    (await dismiss(landlord, id)).status,
    (await dismiss(landlord, id)).status,
    (await retry(landlord, id)).status,
  ]).toEqual([204, 404, 404])
  expect(await failed(landlord)).toEqual([])
  const [row] = await app.db('messaging').read(itself, (sql) => sql`select body from delivery where id = ${id}`)
  expect(row).toEqual({ body: null })
})

test('a text with a private link is not stored and cannot be retried', async () => {
  const landlord = actors.landlord()
  const { id, to } = await failedText(landlord, {
    retriable: false,
    body: 'https://rent.test/tenant-register?token=secret',
  })
  expect(await failed(landlord)).toMatchObject([{ id, canRetry: false, preview: '' }])
  await reply(to, 'START')
  const refused = await retry(landlord, id)
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'This message contained a private link, so its text was not stored. Please repeat the action that sent it.',
  ])
  expect(await outbox(to)).toEqual([])
})

test("another landlord's failed messages, and those of the platform, cannot be seen, counted, retried or dismissed", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id, to } = await failedText(owner)
  await reply(to, 'START')
  const platform = await failedText(owner, { landlordId: null })
  expect(await failed(other)).toEqual([])
  expect((await failed(owner)).map((one) => one.id)).toEqual([id])
  expect((await app.send(deliveryAttention, actors.service('gateway', other.landlordId))).body).toEqual({
    total: 0,
    items: [],
  })
  expect((await app.send(deliveryAttention, actors.service('gateway'))).body).toEqual({ total: 0, items: [] })
  for (const [actor, message] of [
    [other, id],
    [owner, platform.id],
    [actors.superAdmin(), id],
  ] as const) {
    expect((await retry(actor, message)).status).toBe(404)
    expect((await dismiss(actor, message)).status).toBe(404)
  }
  expect((await retry(actors.tenantOf(owner), id)).status).toBe(403)
  expect((await app.send(listFailedDeliveries, actors.visitor())).status).toBe(401)
  expect(await outbox(to)).toEqual([])
})

test('the body of a text is removed some days after it was sent, that of a mail at once', async () => {
  const landlord = actors.landlord()
  const send = (channel: 'sms' | 'email', to: string) =>
    app.send(deliver, payments, {
      body: { key: v7(), landlordId: landlord.landlordId, channel, to, body: 'Noon', retriable: true },
    })
  await send('sms', nextNumber())
  await send('email', 'forgotten@example.com')
  const bodies = async () => {
    const rows = await app
      .db('messaging')
      .read(
        itself,
        (sql) =>
          sql<
            { body: string | null }[]
          >`select body from delivery where owner_id = ${landlord.landlordId} order by channel`,
      )
    return rows.map(({ body }) => body)
  }
  expect(await bodies()).toEqual([null, 'Noon'])
  app.clock.advance(4 * 24 * 3_600_000)
  await app.tick()
  expect(await bodies()).toEqual([null, null])
})
