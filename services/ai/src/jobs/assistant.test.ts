import { randomUUID } from 'node:crypto'
import { AssistantAsked } from '@keyhold/contracts/messaging/assistant'
import { AssistantAnswered, listExchanges } from '@keyhold/contracts/ai/assistant'
import { updateModelSettings } from '@keyhold/contracts/ai/model-settings'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startAssistantApp } from '../testing/assistant-app.ts'
import { seeds } from '../testing/eval/seeds.ts'

let app: Awaited<ReturnType<typeof startAssistantApp>>
beforeAll(async () => void (app = await startAssistantApp()))
afterAll(() => app.stop())
beforeEach(() => {
  app.owners.down.clear()
  app.owners.postsToFail = 0
})

const log = async (landlord: ReturnType<typeof actors.landlord>) => (await app.send(listExchanges, landlord)).body

test('a tenant is answered from their own records, with what the answer rests on, and the landlord finds it in the log', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.late)
  const reply = await app.ask(landlord, tenantId, 'How much do I owe and when is the next rent due?')
  expect(reply).toMatchObject({ outcome: 'answered', reason: null, engine: 'built-in', proposal: null })
  expect(reply.message).toContain('$2,262.50')
  expect(reply.message).toContain('April 1, 2026')
  expect(reply.sources).toContainEqual({ label: 'Balance', text: '$2,262.50', path: '/tenant-portal' })
  expect(await log(landlord)).toMatchObject([
    {
      question: 'How much do I owe and when is the next rent due?',
      answer: reply.message,
      tenantId,
      outcome: 'answered',
      engine: 'built-in',
      intents: ['balance', 'next_payment'],
      cost: 0,
      rating: null,
    },
  ])
  await app.settled()
  expect(app.published(AssistantAnswered).filter(({ landlordId }) => landlordId === landlord.landlordId)).toHaveLength(
    1,
  )
})

test('two tenants who ask the same are each answered from their own records', async () => {
  const landlord = actors.landlord()
  const [late, credit] = [app.addTenant(landlord, seeds.late), app.addTenant(landlord, seeds.credit)]
  const [one, other] = await Promise.all([
    app.ask(landlord, late, 'what is my rent'),
    app.ask(landlord, credit, 'what is my rent'),
  ])
  expect([one.message, other.message]).toEqual(['Your monthly rent is $1,850.00.', 'Your monthly rent is $1,275.50.'])
})

test('a conversation that is another tenant’s by now is not answered', async () => {
  const landlord = actors.landlord()
  const [late, paid] = [app.addTenant(landlord, seeds.late), app.addTenant(landlord, seeds.paid)]
  const conversationId = randomUUID()
  const messageId = randomUUID()
  const message = {
    id: messageId,
    sender: 'tenant' as const,
    message: 'my balance?',
    createdAt: app.clock.now().toISOString(),
  }
  app.threads.set(conversationId, { landlordId: landlord.landlordId, tenantId: paid, messages: [message] })
  await app.publish(AssistantAsked, {
    landlordId: landlord.landlordId,
    conversationId,
    messageId,
    tenantId: late,
    askedBy: 'tenant',
  })
  await until(async () => (await app.jobs()).every(({ state }) => state === 'done'), { what: 'the job to end' })
  expect([app.replies.filter(({ inReplyTo }) => inReplyTo === messageId), await log(landlord)]).toEqual([[], []])
})

test('an emergency is answered with the first steps even when nothing else works or is switched on', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.late)
  await app.send(updateModelSettings, landlord, { body: { features: { tenant_assistant: false } } })
  app.owners.down.add('payments').add('billing')
  const reply = await app.ask(landlord, tenantId, 'I smell gas in the kitchen')
  expect(reply).toMatchObject({ outcome: 'emergency', reason: 'Gas smell or leak' })
  expect(reply.message).toMatch(/^Leave the building now/)
})

test('an emergency is answered however many messages follow it before its turn comes', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.late)
  const conversationId = randomUUID()
  const at = app.clock.now().toISOString()
  const message = (text: string) => ({ id: randomUUID(), sender: 'tenant' as const, message: text, createdAt: at })
  const [emergency, ...others] = ['I smell gas', ...Array.from({ length: 30 }, (_, n) => `line ${n}`)].map(message)
  app.threads.set(conversationId, { landlordId: landlord.landlordId, tenantId, messages: [emergency!, ...others] })
  const { landlordId } = landlord
  const messageId = emergency!.id
  await app.publish(AssistantAsked, { landlordId, conversationId, messageId, tenantId, askedBy: 'tenant' })
  expect(await app.replyTo(messageId)).toMatchObject({ outcome: 'emergency' })
})

test('a landlord who writes to a tenant is answered where the records say something, and never handed over to themselves', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.late)
  const conversationId = randomUUID()
  const say = (text: string) => app.say(landlord, tenantId, text, conversationId, 'landlord')
  const silent = [
    await say('Yes, you may use the bike room from Monday.'),
    await say('The dishwasher is broken again?'),
  ]
  const asked = await say('What is the balance?')
  expect((await app.replyTo(asked)).message).toContain('$2,262.50')
  await until(async () => (await app.jobs()).every(({ state }) => state === 'done'), { what: 'the jobs' })
  expect(app.replies.filter(({ inReplyTo }) => silent.includes(inReplyTo))).toEqual([])
})

test('a visit is booked from the times that are offered: first which one, then the one that the tenant names', async () => {
  const landlord = actors.landlord()
  const visit = (visitId: string, date: string, from: string, to: string) => ({
    visitId,
    requestId: '00000000-0000-7000-8000-0000000000c1',
    title: 'Dishwasher does not drain',
    date,
    from,
    to,
  })
  const [friday, monday] = ['00000000-0000-7000-8000-0000000000d1', '00000000-0000-7000-8000-0000000000d2']
  const visits = [visit(friday, '2026-03-20', '09:00', '11:00'), visit(monday, '2026-03-23', '14:00', '16:00')]
  const tenantId = app.addTenant(landlord, { ...seeds.late, visits })
  const conversationId = randomUUID()
  const first = await app.replyTo(await app.say(landlord, tenantId, 'Can I book a visit?', conversationId))
  expect(first).toMatchObject({ outcome: 'answered', proposal: null })
  app.threads.get(conversationId)!.messages.push({
    id: randomUUID(),
    sender: 'ai',
    message: first.message,
    createdAt: app.clock.now().toISOString(),
  })
  const second = await app.replyTo(await app.say(landlord, tenantId, 'Monday please', conversationId))
  expect(second).toMatchObject({
    outcome: 'answered',
    proposal: { kind: 'book_visit', visitId: monday, description: 'March 23, 2026, 14:00–16:00' },
  })
  expect(second.sources).toMatchObject([{ label: 'Offered time' }])
})

test('switched off for tenants, the assistant hands every question over', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.paid)
  await app.send(updateModelSettings, landlord, { body: { features: { tenant_assistant: false } } })
  expect(await app.ask(landlord, tenantId, 'what is my rent')).toMatchObject({
    outcome: 'handed_over',
    reason: 'The assistant is switched off for this kind of question.',
    sources: [],
  })
})

test('while the records cannot be read the answer waits, and in the end the landlord is asked', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.paid)
  app.owners.down.add('payments')
  const messageId = await app.say(landlord, tenantId, 'what do I owe')
  for (const attempts of [1, 2, 3]) {
    await until(async () => (await app.jobs()).some((job) => job.attempts === attempts && job.state === 'waiting'), {
      what: `attempt ${attempts}`,
    })
    app.later()
  }
  expect(await app.replyTo(messageId)).toMatchObject({
    outcome: 'handed_over',
    reason: 'The records could not be read just now.',
  })
})

test('an answer that did not arrive is posted again unchanged, and an event that is delivered twice is answered once', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.paid)
  app.owners.postsToFail = 1
  const conversationId = randomUUID()
  const messageId = await app.say(landlord, tenantId, 'when does my lease end', conversationId)
  await until(async () => (await log(landlord)).length === 1, { what: 'the exchange' })
  const [stored] = await log(landlord)
  app.people.get(tenantId)!.lease.endDate = '2030-01-01'
  await until(async () => (await app.jobs()).some(({ state, attempts }) => state === 'waiting' && attempts === 1), {
    what: 'the failed post',
  })
  app.later()
  expect((await app.replyTo(messageId)).message).toBe(stored?.answer)
  await app.publish(AssistantAsked, {
    landlordId: landlord.landlordId,
    conversationId,
    messageId,
    tenantId,
    askedBy: 'tenant',
  })
  await until(async () => (await app.jobs()).every(({ state }) => state === 'done'), { what: 'the jobs' })
  expect([app.replies.filter(({ inReplyTo }) => inReplyTo === messageId).length, (await log(landlord)).length]).toEqual(
    [1, 1],
  )
})

test('a report becomes a proposal in the tenant’s own words, and a receipt is offered by its record', async () => {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.paid)
  expect((await app.ask(landlord, tenantId, 'Hi, the kitchen sink is leaking under the cabinet.')).proposal).toEqual({
    kind: 'maintenance_request',
    title: 'The kitchen sink is leaking under the cabinet',
    description: 'Hi, the kitchen sink is leaking under the cabinet.',
    category: 'plumbing',
    priority: 'high',
  })
  expect((await app.ask(landlord, tenantId, 'please send my receipt again')).proposal).toMatchObject({
    kind: 'resend_receipt',
    receiptId: seeds.paid.account!.receipts[0]!.id,
  })
})

test('the landlord’s own chat answers from the landlord’s records, with links', async () => {
  const landlord = actors.landlord()
  const reply = await app.ask(landlord, null, 'Who is late? And how many vacant units do I have?')
  expect(reply).toMatchObject({
    outcome: 'answered',
    sources: [{ path: '/payments?status=overdue' }, { path: '/properties' }],
  })
  expect(reply.message).toContain('Ada Moss (Oak House), $2,262.50')
  expect(reply.message).toContain('2 of 7 units')
})

test.each([
  ['basic', 'active', false],
  ['basic', 'trial', true],
  ['basic', 'expired', false],
  ['professional', 'active', true],
  ['professional', 'expired', false],
  ['enterprise', 'active', true],
] as const)('the landlord’s own chat on the plan %s (%s) is answered: %s', async (plan, status, isAnswered) => {
  const landlord = actors.landlord()
  app.subscriptions.set(landlord.landlordId, { plan, status })
  const reply = await app.ask(landlord, null, 'what is outstanding?')
  expect(reply.outcome).toBe(isAnswered ? 'answered' : 'handed_over')
  expect(reply.message.includes('$')).toBe(isAnswered)
})

test('while billing is away the landlord’s own chat waits for it', async () => {
  const landlord = actors.landlord()
  app.owners.down.add('billing')
  const messageId = await app.say(landlord, null, 'how many tenants do I have')
  await until(async () => (await app.jobs()).some(({ state, attempts }) => state === 'waiting' && attempts === 1), {
    what: 'the first attempt',
  })
  app.owners.down.clear()
  app.later()
  expect((await app.replyTo(messageId)).message).toContain('6 active tenants')
})
