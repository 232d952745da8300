import { createPortalConversation } from '@keyhold/contracts/messaging/conversations'
import { addConversationFile, conversationFile } from '@keyhold/contracts/messaging/conversations-files'
import {
  listTenantMessages,
  sendPortalMessage,
  sendTenantMessage,
} from '@keyhold/contracts/messaging/conversations-messages'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from '@keyhold/contracts/messaging/conversations-settings'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { Actor, LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { picture } from '@keyhold/kit/testing/pictures'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConversations } from '../../testing/conversations.ts'

type World = Awaited<ReturnType<typeof startConversations>>
let app: World['app']
let ann: LandlordActor
let tina: TenantActor
let other: TenantActor
let conversationId: string
beforeAll(async () => {
  const world = await startConversations()
  app = world.app
  ann = actors.landlord()
  tina = await world.addTenant(ann)
  other = await world.addTenant(ann)
  const { body } = await app.send(createPortalConversation, ann, { body: { subject: 'Leak', tenantId: tina.tenantId } })
  conversationId = body.id
})
afterAll(() => app?.stop())

const pdf = Buffer.from('%PDF-1.4\n%%EOF')
const upload = async (actor: Actor, body: Uint8Array, name = 'leak.jpg') =>
  app.send(addConversationFile, actor, { query: { name }, body: body as never })
const get = async (actor: Actor, id: string, size: string) =>
  (await app.send(conversationFile, actor, { params: { id, size } })).status

test('a tenant’s photo is part of the message, in sizes, for both sides and nobody else', async () => {
  const { body: photo } = await upload(tina, await picture())
  expect(photo).toMatchObject({ kind: 'image', name: 'leak.jpg', width: 60, height: 40 })
  const { body } = await app.send(sendTenantMessage, tina, {
    body: { conversationId, message: 'Look', fileIds: [photo.id] },
  })
  expect(body.files).toEqual([photo])
  for (const size of ['thumbnail', 'card', 'full'])
    expect([await get(tina, photo.id, size), await get(ann, photo.id, size)]).toEqual([200, 200])
  for (const stranger of [other, actors.landlord(), actors.tenantOf(ann)])
    expect(await get(stranger, photo.id, 'full')).toBe(404)
  expect(await get(ann, photo.id, 'file')).toBe(404)
})

test('a file is named without folders and misleading characters, and a PDF is saved as one', async () => {
  const nameOf = async (body: Uint8Array, name: string) => (await upload(tina, body, name)).body.name
  expect(await nameOf(pdf, 'invoice.hta')).toBe('invoice.hta.pdf')
  expect(await nameOf(pdf, '../../etc/Rules.PDF')).toBe('Rules.PDF')
  expect(await nameOf(pdf, '\u202Efdp.exe')).toBe('fdp.exe.pdf')
  expect(await nameOf(await picture(), 'C:\\photos\\leak.jpg')).toBe('leak.jpg')
})

test('a PDF of the landlord is the tenant’s to read once it was sent, not before', async () => {
  const { body: paper } = await upload(ann, pdf, 'Rules “1”.pdf')
  expect(paper).toMatchObject({ kind: 'pdf', thumbnailUrl: null })
  expect(await get(tina, paper.id, 'file')).toBe(404)
  await app.send(sendPortalMessage, ann, { body: { conversationId, message: 'The rules', fileIds: [paper.id] } })
  expect(await get(tina, paper.id, 'file')).toBe(200)
  expect((await app.send(listTenantMessages, tina, { params: { id: conversationId } })).body.at(-1)?.files).toEqual([
    paper,
  ])
})

test('another’s file, one that was sent and one of another kind are refused, and the message is not stored', async () => {
  const { body: photo } = await upload(tina, await picture())
  const send = (actor: TenantActor, fileIds: string[]) =>
    app.send(sendTenantMessage, actor, { body: { message: 'Mine', fileIds } })
  expect((await send(other, [photo.id])).status).toBe(400)
  expect((await send(tina, [photo.id])).status).toBe(201)
  expect((await send(tina, [photo.id])).status).toBe(400)
  expect((await upload(tina, Buffer.from('MZ not a picture'))).status).toBe(415)
  expect((await upload(actors.unlinkedTenant(), pdf)).status).toBe(409)
})

test('a file that is not sent is removed after a day', async () => {
  const { body: photo } = await upload(tina, await picture())
  app.clock.advance(2 * dayMs)
  await app.tick()
  const { status } = await app.send(sendTenantMessage, tina, { body: { message: 'Late', fileIds: [photo.id] } })
  expect([status, await get(tina, photo.id, 'full')]).toEqual([400, 404])
})

test('a landlord’s canned replies are their own: stored, searched, changed and removed', async () => {
  const ben = actors.landlord()
  const { body: made } = await app.send(createCannedReply, ann, {
    body: { title: 'Keys', text: 'Keys are in the box.' },
  })
  await app.send(createCannedReply, ann, { body: { title: 'Bins', text: 'Bins go out on Monday.' } })
  const titles = async (actor: LandlordActor, q?: string) =>
    (await app.send(listCannedReplies, actor, { query: q ? { q } : {} })).body.map(({ title }) => title)
  expect([await titles(ann), await titles(ann, 'box'), await titles(ben)]).toEqual([['Bins', 'Keys'], ['Keys'], []])
  const params = { id: made.id }
  expect((await app.send(updateCannedReply, ben, { params, body: { title: 'Mine' } })).status).toBe(404)
  expect((await app.send(deleteCannedReply, ben, { params })).status).toBe(404)
  expect((await app.send(updateCannedReply, ann, { params, body: { title: 'Key box' } })).body.text).toBe(
    'Keys are in the box.',
  )
  expect((await app.send(deleteCannedReply, ann, { params })).status).toBe(204)
  expect(await titles(ann)).toEqual(['Bins'])
  expect((await app.send(createCannedReply, ann, { body: { title: '', text: 'x' } })).status).toBe(400)
})
