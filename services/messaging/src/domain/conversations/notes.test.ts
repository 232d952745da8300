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
