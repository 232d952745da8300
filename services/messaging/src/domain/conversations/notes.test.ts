import { RequestProgressed } from '@keyhold/contracts/maintenance/request-snapshots'
import { listPortalConversations } from '@keyhold/contracts/messaging/conversations'
import { listTenantMessages } from '@keyhold/contracts/messaging/conversations-messages'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { DocumentSent } from '@keyhold/contracts/payments/events'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { startConversations } from '../../testing/conversations.ts'

let world: Awaited<ReturnType<typeof startConversations>>
beforeAll(async () => void (world = await startConversations()))
afterAll(() => world?.app.stop())

test('a receipt that is mailed to a tenant is found in the thread, once, with what became of the mail', async () => {
  const { app, addTenant } = world
  const ann = actors.landlord()
  const tina = await addTenant(ann)
  const stranger = await addTenant(actors.landlord())
  const [to] = (
    await app
      .db('messaging')
      .read(ann, (sql) => sql<{ email: string }[]>`select email from tenant where tenant_id = ${tina.tenantId}`)
  ).map(({ email }) => email)
  const sent = {
    tenantId: tina.tenantId!,
    landlordId: ann.landlordId,
    to: to!,
    subject: 'Receipt for $1,200.00',
    paragraphs: ['Thank you for your payment.'],
  }
  const eventId = v7()
  for (let times = 0; times < 2; times++) await app.publish(DocumentSent, sent, eventId)
  await app.publish(DocumentSent, { ...sent, subject: 'Statement' })
  await app.tick()
  const [conversation, ...more] = (await app.send(listPortalConversations, ann)).body
  expect(more).toEqual([])
  expect(conversation).toMatchObject({ subject: 'Receipts and statements', tenantId: tina.tenantId, messageCount: 2 })
  const params = { id: conversation!.id }
  const [receipt] = (await app.send(listTenantMessages, tina, { params })).body
  expect(receipt).toMatchObject({ sender: 'landlord', message: expect.stringContaining('Receipt for $1,200.00') })
  expect((await app.send(listTenantMessages, stranger, { params })).status).toBe(404)
  const mails = (await app.send(devOutbox, actors.service('gateway'))).body.filter(({ to: at }) => at === to)
  expect(new Set(mails.map((mail) => mail.subject))).toEqual(new Set(['Receipt for $1,200.00', 'Statement']))
  expect(mails).toHaveLength(2)
})

test('what landlord and tenant write about a request stands in their conversation, once, under who wrote it', async () => {
  const { app, addTenant } = world
  const ann = actors.landlord()
  const tina = await addTenant(ann)
  const step = {
    requestId: v7(),
    landlordId: ann.landlordId,
    tenantId: tina.tenantId!,
    propertyId: null,
    title: 'Tap',
    what: 'note' as const,
    by: 'landlord' as const,
    author: null,
    isForTenant: true,
    note: 'The plumber comes on Friday.',
    scheduledDate: null,
    scheduledFrom: null,
    scheduledTo: null,
    rating: null,
    amount: null,
  }
  const eventId = v7()
  for (let times = 0; times < 2; times++) await app.publish(RequestProgressed, step, eventId)
  await app.publish(RequestProgressed, { ...step, by: 'tenant', isForTenant: false, note: 'Thank you.' })
  await app.publish(RequestProgressed, { ...step, by: 'vendor', what: 'question', isForTenant: false, note: 'A dog?' })
  const [conversation] = (await app.send(listPortalConversations, ann)).body
  const said = (await app.send(listTenantMessages, tina, { params: { id: conversation!.id } })).body
  expect(said.map(({ sender, message }) => [sender, message])).toEqual([
    ['landlord', 'About “Tap”: The plumber comes on Friday.'],
    ['tenant', 'About “Tap”: Thank you.'],
  ])
})
