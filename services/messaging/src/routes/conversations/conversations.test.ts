import { MaintenanceProposalSettled } from '@keyhold/contracts/maintenance/proposals'
import { AssistantAsked, conversationForAssistant, postAssistantReply } from '@keyhold/contracts/messaging/assistant'
import {
  changeConversation,
  ConversationRead,
  countUnread,
  createChatConversation,
  createPortalConversation,
  getConversation,
  listChatConversations,
  listPortalConversations,
  listTenantConversations,
  LandlordTyping,
  readConversation,
  TenantTyping,
  typeInConversation,
} from '@keyhold/contracts/messaging/conversations'
import {
  decideProposal,
  listPortalMessages,
  listTenantMessages,
  MessagePosted,
  ProposalConfirmed,
  sendChatMessage,
  sendPortalMessage,
  sendTenantMessage,
  tenantChat,
} from '@keyhold/contracts/messaging/conversations-messages'
import { saveConversationSettings } from '@keyhold/contracts/messaging/conversations-settings'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { listNotices } from '@keyhold/contracts/messaging/notifications-inbox'
import { jobsOf, wakeWorkers } from '@keyhold/kit/testing/jobs'
import { until } from '@keyhold/kit/testing/wait'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repeatAlert } from '../../domain/conversations/alert.ts'
import { alertIntervalMs, emergencyMessagesPerHour } from '../../limits.ts'
import { startConversations } from '../../testing/conversations.ts'

type World = Awaited<ReturnType<typeof startConversations>>
let app: World['app']
let addTenant: World['addTenant']
let newId: World['newId']
let ann: LandlordActor
let ben: LandlordActor
let tina: TenantActor
let other: TenantActor
beforeAll(async () => {
  ;({ app, addTenant, newId } = await startConversations())
  ;[ann, ben] = [actors.landlord(), actors.landlord()]
  tina = await addTenant(ann)
  other = await addTenant(ann, { firstName: 'Otto' })
})
afterAll(() => app?.stop())

const open = async (tenant: TenantActor | null, subject = 'The heating', landlord = ann) =>
  (await app.send(createPortalConversation, landlord, { body: { subject, tenantId: tenant?.tenantId ?? null } })).body
const say = (conversationId: string, message: string, more: Record<string, unknown> = {}) =>
  app.send(sendPortalMessage, ann, { body: { conversationId, message, ...more } })
const answer = (conversationId: string, message: string, more: Record<string, unknown> = {}) =>
  app.send(sendTenantMessage, tina, { body: { conversationId, message, ...more } })
const thread = async (id: string) =>
  (await app.send(listTenantMessages, tina, { params: { id } })).body.map(({ message }) => message)

describe('a conversation', () => {
  it('with a tenant is one record on all screens, and both sides read its messages in order', async () => {
    const { id } = await open(tina)
    const first = await say(id, 'The plumber comes on Friday.')
    expect(first.body).toMatchObject({ number: 1, sender: 'landlord', messageType: 'text', isRead: false, via: 'app' })
    const quotedId = first.body.id
    const { body: second } = await answer(id, 'Thank you!', { quotedId })
    expect(second.quote).toEqual({ id: quotedId, sender: 'landlord', message: 'The plumber comes on Friday.' })
    expect(await thread(id)).toEqual(['The plumber comes on Friday.', 'Thank you!'])
    for (const endpoint of [listChatConversations, listPortalConversations]) {
      const { body } = await app.send(endpoint, ann)
      expect(body.find((one) => one.id === id)).toMatchObject({
        title: 'The heating',
        subject: 'The heating',
        tenantName: expect.stringContaining('Tina'),
        category: 'general',
        priority: 'normal',
        status: 'active',
        lastMessage: 'Thank you!',
        lastSender: 'tenant',
        unread: 1,
      })
    }
    const { body: seen } = await app.send(listTenantConversations, tina)
    expect(seen.find((one) => one.id === id)).toMatchObject({ messageCount: 2, unread: 0, needsAnswer: null })
  })

  it('is hidden from other tenants and other landlords: not listed, read, written, marked or typed in', async () => {
    const { id } = await open(tina)
    await say(id, 'For Tina only')
    for (const outsider of [other, actors.tenantOf(ben), actors.unlinkedTenant()]) {
      expect((await app.send(listTenantConversations, outsider)).body.map((one) => one.id)).not.toContain(id)
      const params = { id }
      const statuses = [
        await app.send(getConversation, outsider, { params }),
        await app.send(listTenantMessages, outsider, { params }),
        await app.send(readConversation, outsider, { params, body: { number: 1 } }),
        await app.send(typeInConversation, outsider, { params }),
      ].map(({ status }) => status)
      expect(statuses).toEqual([404, 404, 404, 404])
      const { status } = await app.send(sendTenantMessage, outsider, { body: { conversationId: id, message: 'Hi' } })
      expect([404, 409]).toContain(status)
    }
    const params = { id }
    expect((await app.send(listPortalMessages, ben, { params })).status).toBe(404)
    expect((await app.send(changeConversation, ben, { params, body: { status: 'closed' } })).status).toBe(404)
    expect((await app.send(sendPortalMessage, ben, { body: { conversationId: id, message: 'Hi' } })).status).toBe(404)
    expect((await app.send(listPortalConversations, ben)).body).toEqual([])
  })

  it('without a tenant is private to the landlord: no tenant reads a row of it, in SQL either', async () => {
    const { id } = await open(null, 'Shall I raise the rent of Tina?')
    await app.send(sendChatMessage, ann, { body: { conversationId: id, message: 'A secret', sender: 'landlord' } })
    expect((await app.send(getConversation, tina, { params: { id } })).status).toBe(404)
    const rowsOf = (actor: LandlordActor | TenantActor) =>
      app.db('messaging').transaction(actor, async (tx) => {
        const [all] = await tx.execute<{ n: string; m: string }>(
          sql`select (select count(*) from messaging.conversation where id = ${id}) as n, (select count(*) from messaging.message where conversation_id = ${id}) as m`,
        )
        return [Number(all?.n), Number(all?.m)]
      })
    expect(await rowsOf(ann)).toEqual([1, 1])
    for (const actor of [tina, other, ben]) expect(await rowsOf(actor)).toEqual([0, 0])
    const write = app
      .db('messaging')
      .transaction(tina, (tx) =>
        tx.execute(
          sql`insert into messaging.message (landlord_id, conversation_id, number, sender, message) values (${ann.landlordId}, ${id}, 2, 'tenant', 'Mine')`,
        ),
      )
    await expect(write).rejects.toThrow()
  })

  it('names only a tenant and a property of its landlord', async () => {
    const stranger = await addTenant(ben)
    for (const [field, value] of [
      ['tenantId', stranger.tenantId],
      ['propertyId', newId()],
    ] as const) {
      const refused = await app.send(createPortalConversation, ann, { body: { subject: 'X', [field]: value } })
      expect([refused.status, refused.problem.issues?.[0]?.path]).toEqual([400, field])
    }
    const blank = await app.send(createPortalConversation, ann, { body: { subject: '  ' } })
    expect(blank.problem.issues?.[0]?.path).toBe('subject')
    const { body } = await app.send(createChatConversation, ann, { body: { tenantId: tina.tenantId, title: '' } })
    expect(body.title).toContain('Tina')
  })

  it('is closed by the landlord and open again with the next message', async () => {
    const { id } = await open(tina)
    const closed = await app.send(changeConversation, ann, { params: { id }, body: { status: 'closed' } })
    expect(closed.body.status).toBe('closed')
    expect((await app.send(listPortalConversations, ann, { query: { show: 'closed' } })).body).toHaveLength(1)
    await answer(id, 'One more thing')
    expect((await app.send(getConversation, ann, { params: { id } })).body.status).toBe('active')
  })

  it('is found by its subject, its tenant and by what was said in it', async () => {
    const { id } = await open(other, 'Parking')
    await say(id, 'The garage door code is 50% of nothing_')
    for (const q of ['parking', 'otto', 'GARAGE door', '50%', 'nothing_']) {
      const { body } = await app.send(listPortalConversations, ann, { query: { q } })
      expect(
        body.map((one) => one.id),
        q,
      ).toContain(id)
    }
    const [found] = (await app.send(listPortalConversations, ann, { query: { q: 'garage' } })).body
    expect(found?.match).toContain('garage door')
    expect((await app.send(listPortalConversations, ann, { query: { q: '%%' } })).body).toEqual([])
    expect((await app.send(listPortalConversations, ben, { query: { q: 'garage' } })).body).toEqual([])
  })
})

describe('a message', () => {
  it('of whitespace is refused, and so is a quote from another conversation', async () => {
    const { id } = await open(tina)
    expect((await say(id, ' \n ')).status).toBe(400)
    expect((await answer(id, '   ')).status).toBe(400)
    expect((await app.send(tenantChat, tina, { body: { message: '  ' } })).status).toBe(400)
    const elsewhere = await open(other)
    const { body: foreign } = await say(elsewhere.id, 'Elsewhere')
    expect((await answer(id, 'Look', { quotedId: foreign.id })).status).toBe(400)
  })

  it('that is sent again with the same id is stored once, also when both arrive together', async () => {
    const { id } = await open(tina)
    const clientId = newId()
    const both = await Promise.all([answer(id, 'Once', { clientId }), answer(id, 'Once', { clientId })])
    const again = await answer(id, 'Once', { clientId })
    expect([...both, again].map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set([...both, again].map(({ body }) => body.id)).size).toBe(1)
    expect(again.body.clientId).toBe(clientId)
    expect(await thread(id)).toEqual(['Once'])
    await app.settled()
    expect(app.published(MessagePosted).filter(({ conversationId }) => conversationId === id)).toHaveLength(1)
  })

  it('under an id that somebody else’s message has is refused, and does not answer theirs', async () => {
    const [mine, theirs] = [await open(tina), await open(other)]
    const clientId = newId()
    await answer(mine.id, 'Mine', { clientId })
    const body = { conversationId: theirs.id, message: 'Theirs', clientId }
    expect((await app.send(sendTenantMessage, other, { body })).status).toBe(409)
    expect((await app.send(sendPortalMessage, ann, { body })).status).toBe(409)
    expect((await app.send(listPortalMessages, ann, { params: { id: theirs.id } })).body).toEqual([])
  })

  it('is not asked for by a made-up cursor', async () => {
    const { id } = await open(tina)
    const cursor = Buffer.from('[99999999999]').toString('base64url')
    expect((await app.send(listTenantMessages, tina, { params: { id }, query: { cursor } })).status).toBe(400)
  })

  it('of a tenant without a conversation opens one, and a repeat finds it', async () => {
    const nora = await addTenant(ann, { firstName: 'Nora' })
    const clientId = newId()
    const send = () => app.send(tenantChat, nora, { body: { message: 'Hello', clientId } })
    const [one, two] = await Promise.all([send(), send()])
    expect(one.body.id).toBe(two.body.id)
    const { body: later } = await app.send(tenantChat, nora, { body: { message: 'Anyone there?' } })
    expect(later.conversationId).toBe(one.body.conversationId)
    expect((await app.send(listTenantConversations, nora)).body).toHaveLength(1)
    const { status } = await app.send(tenantChat, actors.unlinkedTenant(), { body: { message: 'Hello' } })
    expect(status).toBe(409)
  })

  it('is paged backwards by number, each once, while newer ones arrive', async () => {
    const { id } = await open(tina)
    for (let n = 1; n <= 7; n++) await say(id, `No. ${n}`)
    const numbers: number[][] = []
    let cursor: string | undefined
    do {
      const page = await app.send(listPortalMessages, ann, {
        params: { id },
        query: { limit: 3, ...(cursor ? { cursor } : {}) },
      })
      numbers.push(page.body.map(({ number }) => number))
      cursor = /cursor=([^>&]+)/.exec(page.headers.link ?? '')?.[1]
      await answer(id, 'Meanwhile')
    } while (cursor)
    expect(numbers).toEqual([[5, 6, 7], [2, 3, 4], [1]])
    expect((await app.send(listPortalMessages, ann, { params: { id }, query: { cursor: 'x' } })).status).toBe(400)
  })

  it('is found by paging backwards through ten thousand, each once', async () => {
    const { id } = await open(tina, 'Years of talk')
    await app.db('messaging').transaction(ann, (tx) =>
      tx.execute(sql`
        with added as (insert into messaging.message (landlord_id, conversation_id, tenant_id, number, sender, message)
          select ${ann.landlordId}, ${id}, ${tina.tenantId}, n, case n % 2 when 0 then 'tenant' else 'landlord' end, 'No. ' || n from generate_series(1, 10000) n)
        update messaging.conversation set message_count = 10000 where id = ${id}`),
    )
    let cursor: string | undefined
    let expected = 10_000
    do {
      const query = { limit: 500, ...(cursor ? { cursor } : {}) }
      const page = await app.send(listTenantMessages, tina, { params: { id }, query })
      expect(page.headers['x-total-count']).toBe('10000')
      for (const { number } of page.body.toReversed()) expect(number).toBe(expected--)
      cursor = /cursor=([^>&]+)/.exec(page.headers.link ?? '')?.[1]
    } while (cursor)
    expect(expected).toBe(0)
  })

  it('also goes by text and mail, once, with its state for the landlord alone', async () => {
    const { id } = await open(tina)
    const clientId = newId()
    const also = { alsoText: true, alsoMail: true, clientId }
    await say(id, 'Water is off from 9 to 11.', also)
    await say(id, 'Water is off from 9 to 11.', also)
    await app.tick()
    const sent = (await app.send(devOutbox, actors.service('gateway'))).body.filter(({ body }) =>
      body.includes('Water is off'),
    )
    expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
    const [seen] = (await app.send(listPortalMessages, ann, { params: { id } })).body
    expect(seen?.deliveries.map(({ channel, status }) => [channel, status])).toEqual([
      ['email', 'sent'],
      ['sms', 'sent'],
    ])
    expect((await app.send(listTenantMessages, tina, { params: { id } })).body[0]?.deliveries).toEqual([])
    expect((await say(id, 'x'.repeat(1401), { alsoText: true })).status).toBe(400)
    const silent = await addTenant(ann, { phone: null })
    const unreachable = await say((await open(silent)).id, 'Hi', { alsoText: true })
    expect([unreachable.status, unreachable.problem.issues?.[0]?.path]).toEqual([400, 'alsoText'])
  })
})

describe('marks and presence', () => {
  it('count what each side has not read; writing reads what is above; reading is published once', async () => {
    const [carl, dora] = [actors.landlord(), actors.landlord()]
    const tess = await addTenant(carl)
    const { id } = await open(tess, 'Keys', carl)
    await app.send(sendTenantMessage, tess, { body: { conversationId: id, message: 'One' } })
    await app.send(sendTenantMessage, tess, { body: { conversationId: id, message: 'Two' } })
    expect((await app.send(countUnread, carl)).body).toEqual({ conversations: 1, messages: 2, needsAnswer: 0 })
    expect((await app.send(countUnread, tess)).body.messages).toBe(0)
    expect((await app.send(countUnread, dora)).body.messages).toBe(0)
    const read = (number: number) => app.send(readConversation, carl, { params: { id }, body: { number } })
    expect((await read(1)).body.read).toBe(1)
    expect((await read(99)).body.read).toBe(2)
    expect((await read(1)).body.read).toBe(2)
    const [one] = (await app.send(listTenantMessages, tess, { params: { id } })).body
    expect(one?.isRead).toBe(true)
    await app.settled()
    expect(app.published(ConversationRead).filter(({ conversationId }) => conversationId === id)).toHaveLength(2)
    expect((await app.send(listPortalConversations, carl, { query: { show: 'unread' } })).body).toEqual([])
  })

  it('tell the other side who is writing, and nobody in a conversation of the landlord alone', async () => {
    const [shared, own] = [await open(tina), await open(null)]
    await app.send(typeInConversation, ann, { params: { id: shared.id } })
    await app.send(typeInConversation, tina, { params: { id: shared.id } })
    await app.send(typeInConversation, ann, { params: { id: own.id } })
    await app.settled()
    const by = (event: typeof LandlordTyping) => app.published(event).map(({ conversationId }) => conversationId)
    expect(by(LandlordTyping)).toEqual([shared.id])
    expect(by(TenantTyping)).toEqual([shared.id])
  })
})

describe('the assistant', () => {
  const asked = async (conversationId: string) => {
    await app.settled()
    return app.published(AssistantAsked).filter((one) => one.conversationId === conversationId)
  }
  const ai = (landlord: LandlordActor) => actors.service('ai', landlord.landlordId)
  const reply = (inReplyTo: string, more: Record<string, unknown> = {}) => ({
    inReplyTo,
    outcome: 'answered',
    message: 'Your balance is $20.00.',
    reason: null,
    sources: [{ label: 'Balance', text: '$20.00 since March 1', path: '/payments' }],
    proposal: null,
    engine: 'built-in',
    ...more,
  })

  it('is asked by the checkbox, always in a conversation of the landlord alone, and by tenants where the landlord allows it', async () => {
    const [shared, own] = [await open(tina), await open(null)]
    await say(shared.id, 'No help')
    expect(await asked(shared.id)).toEqual([])
    await say(shared.id, 'Help', { generateAIResponse: true })
    await app.send(sendChatMessage, ann, {
      body: { conversationId: own.id, message: 'Who is late?', sender: 'landlord' },
    })
    expect(await asked(shared.id)).toMatchObject([{ askedBy: 'landlord', tenantId: tina.tenantId }])
    expect(await asked(own.id)).toMatchObject([{ askedBy: 'landlord', tenantId: null }])
    await answer(shared.id, 'When is rent due?')
    expect(await asked(shared.id)).toHaveLength(1)
    await app.send(saveConversationSettings, ann, { body: { assistantAnswersTenants: true } })
    await answer(shared.id, 'And now?')
    expect((await asked(shared.id)).map(({ askedBy }) => askedBy)).toEqual(['landlord', 'tenant'])
    await app.send(saveConversationSettings, ann, { body: { assistantAnswersTenants: false } })
  })

  it('reads the latest 20 messages and answers each once, with its sources', async () => {
    const { id } = await open(tina)
    for (let n = 1; n <= 21; n++) await answer(id, `Question ${n}`)
    const { body: shown } = await app.send(conversationForAssistant, ai(ann), { params: { id } })
    expect([shown.messages.length, shown.messages[0]?.message, shown.tenantId]).toEqual([
      20,
      'Question 2',
      tina.tenantId,
    ])
    const last = shown.messages.at(-1)!.id
    // Many that follow do not hide the one that is asked about.
    const [first] = (await app.send(listPortalMessages, ann, { params: { id } })).body
    const upTo = { params: { id }, query: { upTo: first!.id } }
    expect(
      (await app.send(conversationForAssistant, ai(ann), upTo)).body.messages.map(({ message }) => message),
    ).toEqual(['Question 1'])
    const answers = await Promise.all(
      [1, 2].map(() => app.send(postAssistantReply, ai(ann), { params: { id }, body: reply(last) })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const seen = (await app.send(listTenantMessages, tina, { params: { id } })).body.at(-1)
    expect(seen).toMatchObject({ sender: 'ai', outcome: 'answered', sources: [{ label: 'Balance' }] })
    expect((await app.send(conversationForAssistant, ai(ben), { params: { id } })).status).toBe(404)
    expect((await app.send(postAssistantReply, ai(ben), { params: { id }, body: reply(last) })).status).toBe(404)
    expect((await app.send(postAssistantReply, ai(ann), { params: { id }, body: reply(newId()) })).status).toBe(404)
  })

  it('hands over to the landlord, whose answer settles it; the tenant does not see why', async () => {
    const { id } = await open(tina)
    const { body: question } = await answer(id, 'Can I sublet?')
    const body = reply(question.id, {
      outcome: 'handed_over',
      reason: 'A decision',
      message: 'I have asked your landlord.',
    })
    await app.send(postAssistantReply, ai(ann), { params: { id }, body })
    const find = async (actor: LandlordActor | TenantActor) =>
      (await app.send(getConversation, actor, { params: { id } })).body
    expect(await find(ann)).toMatchObject({ needsAnswer: 'handed_over', needsAnswerReason: 'A decision' })
    expect(await find(tina)).toMatchObject({ needsAnswer: null, needsAnswerReason: null })
    const waiting = (await app.send(listPortalConversations, ann, { query: { show: 'needs_answer' } })).body
    expect(waiting.map((one) => one.id)).toEqual([id])
    await say(id, 'Yes, for the summer.')
    expect((await find(ann)).needsAnswer).toBeNull()
  })

  it('alerts the landlord to an emergency by mail and text: who, their phone, and one link', async () => {
    const { id } = await open(tina)
    const { body: question } = await answer(id, 'I smell gas in the kitchen')
    const body = reply(question.id, { outcome: 'emergency', message: 'Leave the house and call 911.', reason: 'Gas' })
    await app.send(postAssistantReply, ai(ann), { params: { id }, body })
    expect((await app.send(getConversation, ann, { params: { id } })).body.needsAnswer).toBe('emergency')
    const queued = await app
      .db('messaging')
      .read(
        actors.service('messaging'),
        (read) =>
          read<
            { channel: string; body: string }[]
          >`select channel, body from delivery where key like ${`emergency:${question.id}:%`} order by channel`,
      )
    expect(queued.map(({ channel }) => channel)).toEqual(['email', 'sms'])
    for (const { body: text } of queued) {
      expect(text).toMatch(/Tina Tenant/)
      expect(text).toContain('+1 212 555')
      expect(text).toContain('smell gas')
      expect(text).toContain(`https://rent.test/tenant-portal?conversation=${id}`)
    }
  })

  it('alerts to the first emergencies of a tenant in an hour only; all are marked', async () => {
    const loud = await addTenant(ann, { firstName: 'Lou' })
    const { id } = await open(loud)
    const keys: string[] = []
    for (let n = 0; n < emergencyMessagesPerHour + 3; n++) {
      const { body: said } = await app.send(sendTenantMessage, loud, {
        body: { conversationId: id, message: `Gas ${n} from Lou` },
      })
      keys.push(`emergency:${said.id}:email`)
      const body = reply(said.id, { outcome: 'emergency', message: 'Leave the house.', reason: 'Gas' })
      await app.send(postAssistantReply, ai(ann), { params: { id }, body })
    }
    const queued = await app
      .db('messaging')
      .read(
        actors.service('messaging'),
        (read) => read<{ key: string }[]>`select key from delivery where key = any(${keys}::text[])`,
      )
    expect(queued).toHaveLength(emergencyMessagesPerHour)
    expect((await app.send(getConversation, ann, { params: { id } })).body.needsAnswer).toBe('emergency')
  })

  it('says what became of what the tenant confirmed, once, and asks the landlord where it could not be done', async () => {
    const { id } = await open(tina)
    const settle = (isDone: boolean, message: string, event: string) =>
      app.publish(
        MaintenanceProposalSettled,
        {
          landlordId: ann.landlordId,
          tenantId: tina.tenantId!,
          conversationId: id,
          messageId: newId(),
          isDone,
          message,
        },
        event,
      )
    const event = newId()
    await settle(true, 'The visit is booked.', event)
    await settle(true, 'The visit is booked.', event)
    const said = async () => (await app.send(listTenantMessages, tina, { params: { id } })).body
    expect(await said()).toMatchObject([{ sender: 'ai', message: 'The visit is booked.', outcome: 'answered' }])
    const needs = async () => (await app.send(getConversation, ann, { params: { id } })).body
    expect((await needs()).needsAnswer).toBeNull()
    await settle(false, 'This time is not available any more.', newId())
    expect(await needs()).toMatchObject({
      needsAnswer: 'handed_over',
      needsAnswerReason: 'What the tenant confirmed could not be done.',
    })
  })

  it('alerts again until the landlord confirms or answers, and stands behind the bell', async () => {
    const { id } = await open(tina)
    const { body: question } = await answer(id, 'The ceiling is leaking badly')
    const body = reply(question.id, { outcome: 'emergency', message: 'Shut off the water.', reason: 'Flooding' })
    await app.send(postAssistantReply, ai(ann), { params: { id }, body })
    const rounds = async () => {
      const rows = await app
        .db('messaging')
        .read(
          actors.service('messaging'),
          (read) =>
            read<{ key: string }[]>`select key from delivery where key like ${`emergency:${question.id}:%email`}`,
        )
      return rows.length
    }
    const notices = (await app.send(listNotices, ann)).body
    expect(notices).toContainEqual(expect.objectContaining({ message: 'The ceiling is leaking badly' }))
    expect(await rounds()).toBe(1)
    const count = async (wanted: string) =>
      (await jobsOf(app.db('messaging'), repeatAlert.name)).filter(({ state }) => state === wanted).length
    /** Every round that waits is due, of other conversations too. */
    const later = async () => {
      const all = (await count('done')) + (await count('waiting'))
      app.clock.advance(alertIntervalMs)
      wakeWorkers(repeatAlert)
      await until(async () => (await count('done')) >= all, { what: 'the rounds' })
    }
    await later()
    expect(await rounds()).toBe(2)
    await app.send(changeConversation, ann, { params: { id }, body: { needsAnswer: null } })
    await later()
    expect(await rounds()).toBe(2)
  })

  it('proposes; the tenant decides once, and only a confirmation is published', async () => {
    const { id } = await open(tina)
    const propose = async () => {
      const { body: question } = await answer(id, 'The tap drips')
      const proposal = {
        kind: 'maintenance_request',
        title: 'Tap',
        description: 'It drips',
        category: 'plumbing',
        priority: 'low',
      }
      return (await app.send(postAssistantReply, ai(ann), { params: { id }, body: reply(question.id, { proposal }) }))
        .body.id
    }
    const [yes, no] = [await propose(), await propose()]
    const decide = (messageId: string, decision: string, actor = tina) =>
      app.send(decideProposal, actor, { params: { id: messageId }, body: { decision } })
    expect((await decide(yes, 'confirmed', other)).status).toBe(404)
    expect((await decide(yes, 'confirmed')).body.proposalDecision).toBe('confirmed')
    expect((await decide(yes, 'confirmed')).status).toBe(200)
    expect((await decide(yes, 'declined')).status).toBe(409)
    expect((await decide(no, 'declined')).body.proposalDecision).toBe('declined')
    await app.settled()
    expect(app.published(ProposalConfirmed)).toMatchObject([
      { messageId: yes, tenantId: tina.tenantId, conversationId: id, proposal: { title: 'Tap' } },
    ])
  })
})
