import { storeAttachment } from '@keyhold/contracts/messaging/attachments'
import { ProposalConfirmed } from '@keyhold/contracts/messaging/conversations-messages'
import { DocumentSent, ReceiptProposalSettled } from '@keyhold/contracts/payments/events'
import { sendStatement } from '@keyhold/contracts/payments/ledgers'
import { listReceipts, recordReceipt, reverseReceipt, sendReceipt } from '@keyhold/contracts/payments/receipts'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../testing/test-app.ts'

const ann = actors.landlord()
let address = 'tess@example.com'
/** What the tenancy service says of those who left. */
const left = new Map<string, { accountId: string; leftOn: string }>()
let isStoreDown = false
let app: PaymentsApp
beforeAll(async () => {
  const known = stub(getTenantSnapshot, ({ params }) => ({
    ...app.tenantSnapshot(ann, { tenantId: params.id, email: address }),
    left: left.get(params.id) ?? null,
  }))
  const store = stub(storeAttachment, ({ body }) => {
    if (isStoreDown) throw new Refusal('unavailable', 'The file store is not reachable right now.')
    return { removalId: v7(), blobName: `file-of-${body.length}-bytes` }
  })
  app = await startPaymentsApp({ stubs: [known, store] })
})
afterAll(() => app.stop())

const lastSent = async () => {
  await app.settled()
  return app.published(DocumentSent).at(-1)
}

test('a receipt is sent to the tenant who paid, with the whole amount and what it was for', async () => {
  const tess = await app.addTenant(ann)
  const rent = await app.charge(ann, tess.tenantId, { dueDate: '2026-03-01' })
  const { body: made } = await app.send(recordReceipt, ann, {
    body: { tenantId: tess.tenantId, amount: 1020, paymentMethod: 'ach', confirmationNumber: 'T-9' },
  })
  const params = { id: made.id }
  expect((await app.send(sendReceipt, ann, { params })).body).toEqual({ to: 'tess@example.com' })
  const sent = await lastSent()
  expect(sent).toMatchObject({ tenantId: tess.tenantId, subject: 'Receipt for $1,020.00, Mar 15, 2026' })
  expect(sent?.attachment?.name).toBe(`receipt-${made.id.slice(-12).toUpperCase()}.pdf`)
  expect(sent?.paragraphs.join('\n')).toContain('received $1,020.00 from you on Mar 15, 2026 (ACH, T-9)')
  expect(sent?.paragraphs.join('\n')).toContain(
    'Rent, due Mar 1, 2026: $1,000.00\nCredit toward future charges: $20.00',
  )
  expect(rent.balance).toBe(1000)

  expect((await app.send(sendReceipt, actors.landlord(), { params })).status).toBe(404)
  expect((await app.send(sendReceipt, tess, { params })).status).toBe(403)
  await app.send(reverseReceipt, ann, { params, body: { kind: 'mistake', reason: 'Twice' } })
  expect((await app.send(sendReceipt, ann, { params })).status).toBe(404)
})

test('a statement says what is owed today; without an address nothing is sent', async () => {
  const tess = await app.addTenant(ann)
  await app.charge(ann, tess.tenantId, { dueDate: '2026-03-01', amount: 700 })
  await app.charge(ann, tess.tenantId, { dueDate: '2026-05-01', amount: 900 })
  const params = { id: tess.tenantId }
  expect((await app.send(sendStatement, ann, { params })).status).toBe(200)
  const sent = await lastSent()
  expect(sent?.subject).toBe('Statement of account, Mar 15, 2026')
  expect(sent?.attachment?.name).toBe('statement-2026-03-15.pdf')
  expect(sent?.paragraphs).toContain('Balance: $700.00')
  address = ''
  const refused = await app.send(sendStatement, ann, { params })
  address = 'tess@example.com'
  expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('has no email address')])
  expect(await lastSent()).toEqual(sent)
})

test('nothing is sent while the file cannot be stored', async () => {
  const tess = await app.addTenant(ann)
  const before = await lastSent()
  isStoreDown = true
  const refused = await app.send(sendStatement, ann, { params: { id: tess.tenantId } })
  isStoreDown = false
  expect([refused.status, await lastSent()]).toEqual([503, before])
})

test('who left a shared account is sent their own money and the account as it was then, and nothing of those who stay', async () => {
  const { tenants, tenancy } = await app.addRoommates(ann, ['Ada', 'Ben'], {
    monthlyRent: 1000,
    startDate: '2026-01-01',
  })
  const [ada, ben] = [tenants[0]!, tenants[1]!]
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [ben.tenantId] })
  left.set(ada.tenantId, { accountId: tenancy.accountId, leftOn: '2026-03-15' })
  app.clock.set('2026-04-20T15:00:00Z')
  const { body: hers } = await app.send(recordReceipt, ann, {
    body: { tenantId: ben.tenantId, amount: 500, payerId: ada.tenantId },
  })
  // Nobody says who paid it.
  const paid = await app.charge(ann, ben.tenantId, { dueDate: '2026-04-18', amount: 300, status: 'paid' })
  const [unnamed] = (await app.send(listReceipts, ann, { query: { paymentId: paid.id } })).body

  expect((await app.send(sendReceipt, ann, { params: { id: hers.id } })).status).toBe(200)
  expect((await lastSent())?.tenantId).toBe(ada.tenantId)
  const refused = await app.send(sendReceipt, ann, { params: { id: unnamed!.id } })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'Tess Tenant has left this account. Enter who paid on the receipt first.',
  ])
  expect((await app.send(sendStatement, ann, { params: { id: ada.tenantId } })).status).toBe(200)
  expect(await lastSent()).toMatchObject({
    attachment: { name: 'statement-2026-03-15.pdf' },
    subject: 'Statement of account, Apr 20, 2026',
    paragraphs: expect.arrayContaining([
      'Balance on Mar 15, 2026: $3,000.00\nPaid, credited or cancelled after Mar 15, 2026: $500.00\nBalance: $2,500.00',
    ]),
  })
  // What she owes today is nothing once the others have paid it.
  await app.send(recordReceipt, ann, { body: { tenantId: ben.tenantId, amount: 2500 } })
  expect((await app.send(sendStatement, ann, { params: { id: ada.tenantId } })).status).toBe(200)
  expect((await lastSent())?.paragraphs.join('\n')).toContain('after Mar 15, 2026: $3,000.00\nBalance: $0.00')
})

test('a receipt that the tenant asked the assistant for is mailed once, and only their own', async () => {
  const [tess, other] = [await app.addTenant(ann), await app.addTenant(ann)]
  const { body: made } = await app.send(recordReceipt, ann, {
    body: { tenantId: tess.tenantId, amount: 40, paymentMethod: 'cash' },
  })
  const confirm = async (tenantId: string, again = v7()) => {
    const proposal = { kind: 'resend_receipt', receiptId: made.id, description: '$40.00' } as const
    const { landlordId } = ann
    const confirmed = { landlordId, tenantId, conversationId: v7(), messageId: again, propertyId: null, proposal }
    await app.publish(ProposalConfirmed, confirmed, again)
    const told = () => app.published(ReceiptProposalSettled).filter(({ messageId }) => messageId === again)
    await until(async () => (await app.settled(), told().length > 0), { what: 'the outcome' })
    return told()
  }
  const sent = () => app.published(DocumentSent).filter(({ subject }) => subject.includes('$40.00'))
  expect(await confirm(other.tenantId)).toMatchObject([{ isDone: false, tenantId: other.tenantId }])
  expect(sent()).toEqual([])
  const id = v7()
  const told = [{ isDone: true, messageId: id, message: 'The receipt is on its way to tess@example.com.' }]
  expect(await confirm(tess.tenantId, id)).toMatchObject(told)
  expect(await confirm(tess.tenantId, id)).toMatchObject(told)
  expect(sent()).toMatchObject([{ tenantId: tess.tenantId, to: 'tess@example.com' }])
})
