import { createHmac } from 'node:crypto'
import { createPortalConversation, listPortalConversations } from '@keyhold/contracts/messaging/conversations'
import { conversationFile } from '@keyhold/contracts/messaging/conversations-files'
import { picture } from '@keyhold/kit/testing/pictures'
import { receiveMail } from '@keyhold/contracts/messaging/conversations-mail'
import { listPortalMessages, sendPortalMessage } from '@keyhold/contracts/messaging/conversations-messages'
import { devReply } from '@keyhold/contracts/messaging/dev-outbox'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messaging as itself } from '../../domain/acting.ts'
import { receiveText } from '../../domain/sms-receiver.ts'
import { startConversations } from '../../testing/conversations.ts'

const secret = 'a secret of the tests, 32 characters'
type World = Awaited<ReturnType<typeof startConversations>>
let app: World['app']
let addTenant: World['addTenant']
let ann: LandlordActor
let tina: TenantActor
const phone = '+12125550177'
beforeAll(async () => {
  ;({ app, addTenant } = await startConversations({
    MAIL_REPLY_DOMAIN: 'replies.rent.test',
    MAIL_WEBHOOK_SECRET: secret,
  }))
  ann = actors.landlord()
  tina = await addTenant(ann, { phone: '(212) 555-0177' })
})
afterAll(() => app?.stop())

const gateway = actors.service('gateway')
const text = async (body: string, from = phone) => {
  const answer = await app.send(devReply, gateway, { body: { from, body } })
  await app.tick()
  return answer.body
}
const open = async (tenant: TenantActor, landlord = ann, subject = 'The lift') =>
  (await app.send(createPortalConversation, landlord, { body: { subject, tenantId: tenant.tenantId } })).body.id
const messagesOf = async (id: string, landlord = ann) =>
  (await app.send(listPortalMessages, landlord, { params: { id } })).body

test('a text from a tenant’s phone lands in the conversation that was last texted to it, whatever the notation of the phone', async () => {
  const [first, second] = [await open(tina), await open(tina, ann, 'Newer')]
  await app.send(sendPortalMessage, ann, { body: { conversationId: first, message: 'Lift is broken', alsoText: true } })
  await app.tick()
  await text('When will it work again?')
  expect((await messagesOf(first)).at(-1)).toMatchObject({
    sender: 'tenant',
    message: 'When will it work again?',
    via: 'sms',
    viaAddress: phone,
    messageType: 'text',
  })
  expect(await messagesOf(second)).toEqual([])
})

test('a webhook that is repeated adds no second message, and a text of nobody’s phone none at all', async () => {
  const rita = await addTenant(ann, { phone: '2125550166' })
  const id = await open(rita)
  for (let times = 0; times < 2; times++)
    await app
      .db('messaging')
      .transaction(itself, (tx) => receiveText(tx, { id: 'SM1', from: '+12125550166', body: 'Hi' }, app.clock.now()))
  await text('Who are you?', '+12125559999')
  expect((await messagesOf(id)).map(({ message }) => message)).toEqual(['Hi'])
})

test('a phone that is a tenant’s of two landlords answers the one who texted it last', async () => {
  const [one, two] = [actors.landlord(), actors.landlord()]
  const number = '+12125550144'
  const [here, there] = [await addTenant(one, { phone: number }), await addTenant(two, { phone: number })]
  const [a, b] = [await open(here, one), await open(there, two)]
  await app.send(sendPortalMessage, one, { body: { conversationId: a, message: 'From one', alsoText: true } })
  await app.tick()
  app.clock.advance(1000)
  await app.send(sendPortalMessage, two, { body: { conversationId: b, message: 'From two', alsoText: true } })
  await app.tick()
  await text('To two', number)
  expect((await messagesOf(a, one)).map(({ message }) => message)).toEqual(['From one'])
  expect((await messagesOf(b, two)).map(({ message }) => message)).toEqual(['From two', 'To two'])
})

test('a landlord whose texts never reached a phone does not get its answers: not by entering the number, nor by failed texts', async () => {
  const [one, two] = [actors.landlord(), actors.landlord()]
  const number = '+12125550155'
  const [here, there] = [await addTenant(one, { phone: number }), await addTenant(two, { phone: number })]
  const [a, b] = [await open(here, one), await open(there, two)]
  app.clock.advance(1000)
  await app.send(sendPortalMessage, two, { body: { conversationId: b, message: 'In the portal' } })
  await text('Before any text', number)
  await app.send(sendPortalMessage, one, { body: { conversationId: a, message: 'From one', alsoText: true } })
  await app.tick()
  await text('STOP', number)
  app.clock.advance(1000)
  await app.send(sendPortalMessage, two, { body: { conversationId: b, message: 'Refused', alsoText: true } })
  await app.tick()
  await text('START', number)
  await text('My answer', number)
  expect((await messagesOf(a, one)).map(({ message }) => message)).toEqual([
    'Before any text',
    'From one',
    'STOP',
    'START',
    'My answer',
  ])
  expect((await messagesOf(b, two)).map(({ message }) => message)).toEqual(['In the portal', 'Refused'])
})

test('many records with the same last digits do not hide the tenant whose phone it is', async () => {
  const [one, two] = [actors.landlord(), actors.landlord()]
  for (let n = 0; n < 60; n++) await addTenant(two, { phone: `+${n % 2 ? 44 : 49} 6465550155` })
  const id = await open(await addTenant(one, { phone: '(646) 555-0155' }), one)
  await text('Hello', '+16465550155')
  expect((await messagesOf(id, one)).map(({ message }) => message)).toEqual(['Hello'])
})

test.each(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])(
  '%s ends texts to the phone and is shown in the thread; START allows them again',
  async (keyword) => {
    const number = '+12125550133'
    const [zoe] = (await app.send(listPortalConversations, ann, { query: { q: 'Zoe' } })).body
    const id = zoe?.id ?? (await open(await addTenant(ann, { firstName: 'Zoe', phone: number }), ann))
    const deliver = async () => {
      await app.send(sendPortalMessage, ann, { body: { conversationId: id, message: 'News', alsoText: true } })
      await app.tick()
      return (await messagesOf(id)).at(-1)?.deliveries
    }
    expect(await text(keyword, number)).toEqual({ optedOut: true })
    expect((await messagesOf(id)).at(-1)).toMatchObject({ message: keyword, messageType: 'opt_out' })
    expect(await deliver()).toMatchObject([{ status: 'failed', reason: 'This number has opted out of texts (STOP).' }])
    expect(await text('START', number)).toEqual({ optedOut: false })
    expect((await messagesOf(id)).at(-1)).toMatchObject({ message: 'START', messageType: 'opt_in' })
    expect(await deliver()).toMatchObject([{ status: 'sent' }])
  },
)

test('YES answers the landlord where texts were not off', async () => {
  await text('Yes')
  const [latest] = (await app.send(listPortalConversations, ann, { query: { tenantId: tina.tenantId! } })).body
  expect((await messagesOf(latest!.id)).at(-1)).toMatchObject({ message: 'Yes', messageType: 'text' })
})

const tokenOf = async (id: string) => {
  const [row] = await app
    .db('messaging')
    .read(ann, (sql) => sql<{ mailToken: string }[]>`select mail_token from conversation where id = ${id}`)
  return row!.mailToken
}
const post = (mail: Record<string, unknown>, { key = secret, at = app.clock.now().getTime() / 1000 } = {}) => {
  const timestamp = String(Math.floor(at))
  const signature = createHmac('sha256', key)
    .update(`${timestamp}.${JSON.stringify(mail)}`)
    .digest('hex')
  return app.send(receiveMail, actors.visitor(), {
    body: mail,
    headers: { 'x-keyhold-signature': signature, 'x-keyhold-timestamp': timestamp },
  })
}

test('an answer by mail to the secret address lands in its conversation once, without what it quotes', async () => {
  const id = await open(tina)
  await app.send(sendPortalMessage, ann, { body: { conversationId: id, message: 'Please confirm', alsoMail: true } })
  const [queued] = await app
    .db('messaging')
    .read(
      actors.service('messaging'),
      (sql) => sql<{ replyTo: string }[]>`select reply_to from delivery where body like 'Please confirm%'`,
    )
  expect(queued?.replyTo).toBe(`reply+${await tokenOf(id)}@replies.rent.test`)
  const mail = {
    messageId: '<1@mail>',
    from: 'Tina <Tina@example.com>',
    to: [`Keyhold <${queued!.replyTo}>`],
    text: 'Confirmed.\r\n\r\nOn Mon, Mar 2, 2026 at 9:00 AM Keyhold <no-reply@rent.test> wrote:\r\n> Please confirm',
  }
  expect([(await post(mail)).body, (await post(mail)).status]).toEqual([{ accepted: true }, 200])
  expect((await messagesOf(id)).slice(1)).toMatchObject([
    { message: 'Confirmed.', via: 'email', viaAddress: 'tina@example.com', sender: 'tenant' },
  ])
})

test('a mail that is unsigned, old, automatic or for nobody is not stored', async () => {
  const id = await open(tina)
  const to = [`reply+${await tokenOf(id)}@replies.rent.test`]
  const mail = { messageId: '<2@mail>', from: 'x@example.com', to, text: 'Hello' }
  expect((await post(mail, { key: `${secret}!` })).status).toBe(403)
  expect((await post(mail, { at: app.clock.now().getTime() / 1000 - 3600 })).status).toBe(403)
  expect((await app.send(receiveMail, actors.visitor(), { body: mail })).status).toBe(403)
  expect((await post({ ...mail, autoSubmitted: 'auto-replied' })).body).toEqual({ accepted: false })
  expect((await post({ ...mail, to: [`reply+${'0'.repeat(30)}@replies.rent.test`] })).body).toEqual({ accepted: false })
  expect((await post({ ...mail, to: [to[0]!.replace('replies.rent.test', 'evil.test')] })).body).toEqual({
    accepted: false,
  })
  expect(await messagesOf(id)).toEqual([])
})

test('without its settings the mail webhook answers 404 and mails name no reply address', async () => {
  const bare = await startConversations()
  try {
    const mail = { messageId: '<3@mail>', from: 'x@example.com', to: ['y@example.com'], text: 'Hello' }
    expect((await bare.app.send(receiveMail, actors.visitor(), { body: mail })).status).toBe(404)
    const lou = actors.landlord()
    const tenant = await bare.addTenant(lou)
    const { body } = await bare.app.send(createPortalConversation, lou, {
      body: { subject: 'Hi', tenantId: tenant.tenantId },
    })
    await bare.app.send(sendPortalMessage, lou, { body: { conversationId: body.id, message: 'Hi', alsoMail: true } })
    const [row] = await bare.app
      .db('messaging')
      .read(actors.service('messaging'), (sql) => sql<{ replyTo: string | null }[]>`select reply_to from delivery`)
    expect(row).toEqual({ replyTo: null })
  } finally {
    await bare.app.stop()
  }
})

test('photos and PDFs of a mail are part of its message, once; what is neither is named and not kept', async () => {
  const { id } = (
    await app.send(createPortalConversation, ann, { body: { subject: 'Papers', tenantId: tina.tenantId } })
  ).body
  const to = [`reply+${await tokenOf(id)}@replies.rent.test`]
  const content = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const mail = {
    messageId: '<files@mail>',
    from: 'tina@example.com',
    to,
    text: 'See attached.',
    attachments: [
      { name: 'leak.jpg', content: content(await picture()) },
      { name: 'policy.pdf', content: content(Buffer.from('%PDF-1.7\n%%EOF')) },
      { name: 'run.exe', content: content(Buffer.from('MZ no picture')) },
    ],
  }
  expect([(await post(mail)).body, (await post(mail)).body]).toEqual([{ accepted: true }, { accepted: true }])
  const [message, ...more] = await messagesOf(id)
  expect(more).toEqual([])
  expect(message?.files).toMatchObject([
    { name: 'leak.jpg', kind: 'image' },
    { name: 'policy.pdf', kind: 'pdf' },
  ])
  expect(message?.message).toMatch(/^See attached\.\n\n\(Not kept: run\.exe: /)
  const read = (actor: typeof tina) =>
    app.send(conversationFile, actor, { params: { id: message!.files[0]!.id, size: 'full' } })
  expect([(await read(tina)).status, (await read(actors.tenantOf(ann))).status]).toEqual([200, 404])
  // A mail of files alone counts, too.
  expect(
    (await post({ ...mail, messageId: '<only@mail>', text: '', attachments: mail.attachments.slice(0, 1) })).body,
  ).toEqual({ accepted: true })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ message: 'leak.jpg', files: [{ name: 'leak.jpg' }] })
})
