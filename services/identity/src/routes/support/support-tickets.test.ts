import { adminSummary } from '@keyhold/contracts/identity/admin-accounts'
import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import type { User } from '@keyhold/contracts/identity/accounts'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import {
  answerTicket,
  closeAnyTicket,
  closeTicket,
  getAnyTicket,
  getTicket,
  listAllTickets,
  listTickets,
  openTicket,
  replyToTicket,
  TicketChanged,
} from '@keyhold/contracts/identity/support-tickets'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { jobsOf } from '@keyhold/kit/testing/jobs'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ticketMessagesPerDay, ticketsPerDay } from '../../limits.ts'
import { users } from '../../schema/users.ts'
import { identity } from '../../service.ts'
import { landlordActor, createSuperAdmin, signUp } from '../../testing/people.ts'

let app: TestApp
let admin: LandlordActor
let user: User
let ann: LandlordActor
let ben: LandlordActor
let mails: { key: string; to: string; subject?: string | null | undefined; body: string; landlordId: string | null }[] =
  []
let provider: 'takes' | 'refuses' | 'is down' = 'takes'
let deliveryKeys: string[] = []

beforeAll(async () => {
  const post = stub(deliver, ({ body }) => {
    deliveryKeys.push(body.key)
    if (provider === 'is down') throw new Refusal('unavailable', 'messaging is down')
    if (provider === 'takes') mails.push(body)
    return { id: v7(), status: provider === 'takes' ? ('sent' as const) : ('failed' as const), reason: null }
  })
  app = await startTestApp([identity], { stubs: [post], env: { PUBLIC_URL: 'https://keyhold.test/' } })
  admin = await createSuperAdmin(app)
  user = await signUp(app, { firstName: 'Ann', lastName: 'Asker' })
  ann = landlordActor(user)
  ben = landlordActor(await signUp(app))
})
afterAll(() => app.stop())
beforeEach(async () => {
  provider = 'takes'
  await mailed()
  mails = []
  deliveryKeys = []
})

const open = async (landlord = ann, subject = 'Import', message = 'How do I import my properties?') => {
  const answer = await app.send(openTicket, landlord, { body: { subject, message } })
  expect(answer.status, answer.problem.detail).toBe(201)
  return answer.body
}
const reply = (id: string, message: string, by = ann) =>
  app.send(replyToTicket, by, { params: { id }, body: { message } })
const answer = (id: string, message: string, headers = {}) =>
  app.send(answerTicket, admin, { params: { id }, body: { message }, headers })
const changes = async (ticketId: string) => {
  await app.settled()
  return app.published(TicketChanged).filter((event) => event.ticketId === ticketId)
}
const activity = async (ticketId: string) =>
  (await app.send(listActivity, admin)).body
    .filter(({ details }) => details.ticketId === ticketId)
    .map(({ action }) => action)
const jobs = () => jobsOf(app.db('identity'), 'mail-ticket-answer')
/** One mail waits for its next try, with this many attempts behind it. */
const attempted = async (times: number) => {
  await app.tick()
  const waiting = (await jobs()).filter(({ state }) => state === 'waiting')
  expect(waiting.map(({ attempts }) => attempts)).toEqual([times])
}
const mailed = async () => {
  await app.tick()
  for (const { state } of await jobs()) expect(['done', 'dead']).toContain(state)
}

test('a question, its answer and the replies, as both sides see them', async () => {
  const ticket = await open()
  const at = app.clock.now().toISOString()
  expect(ticket).toMatchObject({
    landlordId: ann.landlordId,
    landlordEmail: user.email,
    landlordName: 'Ann Asker',
    subject: 'Import',
    status: 'open',
    messageCount: 1,
  })
  expect(ticket.messages).toEqual([
    {
      id: expect.any(String) as unknown,
      fromAdmin: false,
      author: 'Ann Asker',
      body: 'How do I import my properties?',
      createdAt: at,
    },
  ])

  app.clock.advance(1000)
  const answered = await answer(ticket.id, 'By the button on the list.')
  expect(answered.body).toMatchObject({
    status: 'answered',
    messageCount: 2,
    updatedAt: app.clock.now().toISOString(),
    createdAt: at,
  })
  expect(answered.body.messages.map(({ fromAdmin, author, body }) => [fromAdmin, author, body])[1]).toEqual([
    true,
    'Robin Root',
    'By the button on the list.',
  ])
  app.clock.advance(1000)
  expect((await reply(ticket.id, 'I see none.')).body).toMatchObject({ status: 'open', messageCount: 3 })
  const [mine, theirs] = [
    await app.send(getTicket, ann, { params: { id: ticket.id } }),
    await app.send(getAnyTicket, admin, { params: { id: ticket.id } }),
  ]
  expect(mine.body).toEqual(theirs.body)
  // Every key: the words of a question travel to nobody.
  expect(await changes(ticket.id)).toEqual(
    ['open', 'answered', 'open'].map((status) => ({ ticketId: ticket.id, landlordId: ann.landlordId, status })),
  )
})

test('either side can close a ticket, closing twice is one change, and a message from either reopens it', async () => {
  const { id } = await open()
  expect((await app.send(closeTicket, ann, { params: { id } })).body.status).toBe('closed')
  expect((await app.send(closeTicket, ann, { params: { id } })).body.status).toBe('closed')
  expect((await reply(id, 'Once more')).body.status).toBe('open')
  for (let i = 0; i < 2; i++)
    expect((await app.send(closeAnyTicket, admin, { params: { id } })).body.status).toBe('closed')
  expect((await answer(id, 'One thing more')).body.status).toBe('answered')
  expect((await changes(id)).map(({ status }) => status)).toEqual(['open', 'closed', 'open', 'closed', 'answered'])
  expect(await activity(id)).toEqual(['ticket_answered', 'ticket_closed'])
})

test('concurrent messages are all stored, in one order, and counted', async () => {
  const { id } = await open()
  await Promise.all([
    ...Array.from({ length: 5 }, (_, i) => reply(id, `word ${i}`)),
    ...Array.from({ length: 5 }, (_, i) => answer(id, `answer ${i}`)),
  ])
  const { body } = await app.send(getTicket, ann, { params: { id } })
  expect([body.messageCount, body.messages.length]).toEqual([11, 11])
})

test('a double submit is one message, by the Idempotency-Key, for both sides', async () => {
  const key = { 'idempotency-key': v7() }
  const opened = await Promise.all(
    [1, 2].map(() => app.send(openTicket, ann, { body: { subject: 'Twice', message: 'Twice' }, headers: key })),
  )
  expect(opened[0]!.body).toEqual(opened[1]!.body)
  const { id } = opened[0]!.body
  const answers = [await answer(id, 'Once', { 'idempotency-key': v7() })]
  const again = { 'idempotency-key': v7() }
  answers.push(await answer(id, 'Then', again), await answer(id, 'Then', again))
  expect(answers.map(({ body }) => body.messageCount)).toEqual([2, 3, 3])
  expect(await activity(id)).toEqual(['ticket_answered', 'ticket_answered'])
})

describe('access', () => {
  test('another landlord gets the same 404 as for an unknown ticket, and does not see it in the list', async () => {
    const { id } = await open()
    for (const wanted of [id, v7()]) {
      const answers = [
        await app.send(getTicket, ben, { params: { id: wanted } }),
        await reply(wanted, 'Let me in', ben),
        await app.send(closeTicket, ben, { params: { id: wanted } }),
      ]
      for (const { problem } of answers)
        expect(problem).toMatchObject({ status: 404, code: 'not-found', detail: 'Ticket not found' })
    }
    expect((await app.send(listTickets, ben)).body.map((ticket) => ticket.id)).not.toContain(id)
    expect(
      (await app.send(getTicket, admin, { params: { id } })).status,
      "an administrator's own questions are their own",
    ).toBe(404)
    expect((await changes(id)).length).toBe(1)
  })

  test('the administrator’s endpoints refuse landlords and tenants by 403 and visitors by 401', async () => {
    const { id } = await open()
    for (const [actor, status] of [
      [ann, 403],
      [actors.tenantOf(ann), 403],
      [actors.visitor(), 401],
    ] as const)
      for (const sent of [
        await app.send(listAllTickets, actor),
        await app.send(getAnyTicket, actor, { params: { id } }),
        await app.send(answerTicket, actor, { params: { id }, body: { message: 'me' } }),
        await app.send(closeAnyTicket, actor, { params: { id } }),
      ])
        expect(sent.status).toBe(status)
    expect((await app.send(listTickets, actors.tenantOf(ann))).status).toBe(403)
  })

  test('an unknown ticket is 404 for the administrator', async () => {
    expect((await answer(v7(), 'hello?')).problem).toMatchObject({ status: 404, detail: 'Ticket not found' })
    expect((await app.send(closeAnyTicket, admin, { params: { id: v7() } })).status).toBe(404)
  })
})

describe('the lists', () => {
  test('are newest first, paged, filtered by status, and searched without wildcards', async () => {
    const asker = landlordActor(await signUp(app, { email: 'list_asker@example.com' }))
    const [first, second, third] = [
      await open(asker, 'Fees 100%'),
      await open(asker, 'Fees 100x'),
      await open(asker, 'Other'),
    ]
    await app.send(closeTicket, asker, { params: { id: first.id } })
    await answer(second.id, 'So it is')
    const ids = async (query = {}) => (await app.send(listTickets, asker, { query })).body.map(({ id }) => id)
    expect(await ids()).toEqual([third.id, second.id, first.id])
    expect(await ids({ status: 'unclosed' })).toEqual([third.id, second.id])
    expect(await ids({ status: 'answered' })).toEqual([second.id])
    expect(await ids({ q: '100%' })).toEqual([first.id])
    const page = await app.send(listTickets, asker, { query: { limit: 2 } })
    expect([page.body.length, page.headers['x-total-count']]).toEqual([2, '3'])
    expect(await ids({ limit: 2, cursor: /cursor=([^>&]+)/.exec(page.headers.link ?? '')![1] })).toEqual([first.id])

    const all = async (query = {}) => (await app.send(listAllTickets, admin, { query })).body.map(({ id }) => id)
    expect(await all({ q: 'LIST_ASKER' })).toEqual([third.id, second.id, first.id])
    expect(await all({ q: 'list%asker' })).toEqual([])
    expect((await all({ status: 'unclosed' })).includes(first.id)).toBe(false)
    expect((await app.send(listAllTickets, admin, { query: { status: 'lost' } })).status).toBe(400)
  })

  test('the summary counts tickets that are not closed', async () => {
    const count = async () => (await app.send(adminSummary, admin)).body.openTickets
    const before = await count()
    const { id } = await open()
    expect(await count()).toBe(before + 1)
    await answer(id, 'So')
    expect(await count(), 'answered is not closed').toBe(before + 1)
    await app.send(closeTicket, ann, { params: { id } })
    expect(await count()).toBe(before)
  })
})

describe('the mail about an answer', () => {
  /** A question whose answer is mailed to nobody: answering it makes the sender look again, without waiting for its clock. */
  let nobodys: string
  beforeAll(async () => {
    const gone = await signUp(app)
    nobodys = (await open(landlordActor(gone))).id
    await app
      .db('identity')
      .adminTransaction('test', (tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, gone.id)))
  })
  const later = async () => {
    app.clock.advance(61_000)
    await answer(nobodys, 'look again')
  }

  test('goes to the landlord, with the answer and the way back, and none about what the landlord said', async () => {
    const { id } = await open(ann, 'A'.repeat(200))
    await answer(id, 'Under Settings.')
    await reply(id, 'Thanks')
    await mailed()
    expect(mails).toMatchObject([{ to: user.email, landlordId: ann.landlordId }])
    expect(mails[0]?.body).toContain('Under Settings.')
    expect(mails[0]?.body).toContain(`https://keyhold.test/support/${id}`)
    expect(mails[0]?.subject?.length).toBe(200)
  })

  test('is not waited for, and comes later when messaging was down', async () => {
    provider = 'is down'
    const { id } = await open()
    expect((await answer(id, 'Patience')).status).toBe(200)
    await attempted(0)
    expect(deliveryKeys).toHaveLength(1)
    provider = 'takes'
    await later()
    await mailed()
    expect(mails).toHaveLength(1)
  })

  test('outlasts messaging being down for longer than three attempts', async () => {
    provider = 'is down'
    const { id } = await open()
    await answer(id, 'Still here')
    for (const times of [1, 2, 3, 4]) {
      await attempted(0)
      expect(deliveryKeys).toHaveLength(times)
      // Before the clock moves: the sender may look again at once.
      if (times === 4) provider = 'takes'
      await later()
    }
    await mailed()
    expect(mails).toHaveLength(1)
    expect(new Set(deliveryKeys).size, 'one key, so that no answer that was lost means a second mail').toBe(1)
  })

  test('that the provider refuses is given up after three attempts', async () => {
    provider = 'refuses'
    const { id } = await open()
    await answer(id, 'Unheard')
    for (const times of [1, 2]) {
      await attempted(times)
      await later()
    }
    await mailed()
    expect((await jobs()).filter(({ state }) => state === 'dead')).toMatchObject([{ attempts: 3 }])
    expect(mails).toEqual([])
  })

  test('is not sent to a closed account', async () => {
    const gone = await signUp(app)
    const { id } = await open(landlordActor(gone))
    await app
      .db('identity')
      .adminTransaction('test', (tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, gone.id)))
    await answer(id, 'Are you there?')
    await mailed()
    expect(mails).toEqual([])
  })
})

test('what is missing or too long is refused', async () => {
  for (const body of [
    { subject: '', message: 'x' },
    { subject: 'x' },
    { subject: 'x'.repeat(201), message: 'x' },
    { subject: 'x', message: 'x'.repeat(5001) },
  ])
    expect((await app.send(openTicket, ann, { body })).status).toBe(400)
})

test('a landlord opens so many tickets and writes so many messages a day, and others are not affected', async () => {
  const eve = landlordActor(await signUp(app))
  const attempts = await Promise.all(
    Array.from({ length: ticketsPerDay + 2 }, () =>
      app.send(openTicket, eve, { body: { subject: 'Help', message: 'Help' } }),
    ),
  )
  const opened = attempts.filter(({ status }) => status === 201)
  expect(opened).toHaveLength(ticketsPerDay)
  expect(attempts.find(({ status }) => status !== 201)?.problem).toMatchObject({
    status: 429,
    detail: `You have opened ${ticketsPerDay} tickets within 24 hours. Please add to one of them, or try again later.`,
  })
  const { id } = opened[0]!.body
  for (let written = ticketsPerDay; written < ticketMessagesPerDay; written++)
    expect((await reply(id, 'More', eve)).status).toBe(200)
  expect((await reply(id, 'More', eve)).problem).toMatchObject({
    status: 429,
    detail: `You have written ${ticketMessagesPerDay} messages to us within 24 hours. Please try again later.`,
  })
  await open(ben)
  app.clock.advance(24 * 60 * 60_000)
  expect((await reply(id, 'More', eve)).status).toBe(200)
  await open(eve)
})
