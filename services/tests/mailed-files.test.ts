import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { userName, UserCreated } from '@keyhold/contracts/identity/accounts'
import { storeAttachment } from '@keyhold/contracts/messaging/attachments'
import { dismissDelivery, listFailedDeliveries, retryDelivery } from '@keyhold/contracts/messaging/deliveries'
import { DocumentSent } from '@keyhold/contracts/payments/events'
import { sendStatement, statementFile } from '@keyhold/contracts/payments/ledgers'
import { receiptFile, recordReceipt, reverseReceipt, sendReceipt } from '@keyhold/contracts/payments/receipts'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { getTenantSnapshot, TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { folderPlace, type Place } from '@keyhold/kit/testing/blob-stores'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { type FakeSmtp, fakeSmtp } from '@keyhold/messaging/testing/smtp-fake'
import { messaging } from '@keyhold/messaging/service'
import { payments } from '@keyhold/payments/service'
import { extractText } from 'unpdf'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'

let place: Place
let server: FakeSmtp
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  place = await folderPlace()
  server = await fakeSmtp()
  const people = [
    stub(userName, ({ params }) => ({
      id: params.id,
      email: 'ann@landlords.test',
      firstName: 'Ann',
      lastName: 'Archer',
      phone: null,
      userType: 'landlord' as const,
    })),
    stub(getTenantSnapshot, ({ params, actor }) =>
      tenantOf(params.id, actor.role === 'service' ? (actor.landlordId ?? '') : ''),
    ),
  ]
  app = await startTestApp([payments, messaging], {
    env: { ...place.env, SMTP_URL: server.url, MAIL_FROM: 'no-reply@rent.test', PUBLIC_URL: 'https://rent.test' },
    stubs: people,
  })
})
afterAll(async () => {
  await app?.stop()
  await server.stop()
  await place.stop()
})

const tenantOf = (tenantId: string, landlordId: string) => ({
  tenantId,
  landlordId,
  firstName: 'Tess',
  lastName: 'Tenant',
  email: `${tenantId}@tenants.test`,
  phone: null,
  propertyId: null,
  leaseStartDate: null,
  leaseEndDate: null,
  monthlyRent: null,
  isActive: true,
})

async function announce({ landlordId }: LandlordActor, emailProof: 'mailbox' | null): Promise<void> {
  app.clock.advance(1)
  await app.publish(UserCreated, {
    userId: landlordId,
    landlordId,
    tenantId: null,
    userType: 'landlord',
    email: 'ann@landlords.test',
    firstName: 'Ann',
    lastName: 'Archer',
    phone: null,
    createdAt: app.clock.now().toISOString(),
    emailProof,
    isPhoneProved: false,
  })
}

/** A landlord with a tenant who has paid. */
async function paidRent({ emailProof = 'mailbox' }: { emailProof?: 'mailbox' | null } = {}) {
  const landlord = actors.landlord()
  await announce(landlord, emailProof)
  const tenantId = v7()
  await app.publish(TenantCreated, tenantOf(tenantId, landlord.landlordId))
  await app.publish(TenancyChanged, {
    tenancyId: tenantId,
    landlordId: landlord.landlordId,
    propertyId: null,
    unitId: null,
    accountId: tenantId,
    tenantIds: [tenantId],
    startDate: null,
    endDate: null,
    termKind: 'fixed',
    monthlyRent: null,
    rentSteps: [],
    securityDeposit: null,
    billing: null,
    movedOutOn: null,
    isVoid: false,
  })
  const { body: receipt } = await app.send(recordReceipt, landlord, {
    body: { tenantId, amount: 1234.5, paymentMethod: 'check' },
  })
  return { landlord, tenantId, receipt, params: { id: receipt.id }, address: `${tenantId}@tenants.test` }
}

const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address))
const mailTo = (address: string) => until(() => mailsTo(address)[0], { what: `a mail to ${address}` })
const textOf = async (bytes: Uint8Array) => (await extractText(new Uint8Array(bytes), { mergePages: true })).text
const nameOf = (headers: Record<string, string>) => /filename="(.+)"/.exec(headers['content-disposition'] ?? '')?.[1]
const storedFiles = () => readdir(join(place.folder, 'attachments')).catch(() => [])
const failedOf = async (landlord: LandlordActor) => (await app.send(listFailedDeliveries, landlord)).body
const afterAwhile = async (ms: number) => {
  app.clock.advance(ms)
  await app.tick()
}
const noFiles = () =>
  until(async () => (await app.tick(), (await storedFiles()).length === 0), { what: 'no file to be stored' })

test('a receipt arrives as the PDF that the tenant can download, and its file is not stored afterwards', async () => {
  const { landlord, tenantId, receipt, params, address } = await paidRent()
  expect((await app.send(sendReceipt, landlord, { params })).status).toBe(200)
  const mail = await mailTo(address)
  const download = await app.send(receiptFile, landlord, { params })
  expect(mail.attachments.map(({ name, type }) => [name, type])).toEqual([
    [nameOf(download.headers), 'application/pdf'],
  ])
  const text = await textOf(mail.attachments[0]!.bytes)
  expect(text).toContain('$1,234.50')
  expect(text).toContain('Ann Archer')
  // How the landlord calls a bank account is not the tenant's to know.
  expect(receipt.bankAccountName).not.toBeNull()
  expect(await textOf(download.body)).toContain('Deposited into')
  expect(text).not.toContain('Deposited into')
  const own = await app.send(receiptFile, actors.tenantOf(landlord, tenantId), { params })
  expect(await textOf(own.body)).toBe(text)
  await noFiles()
})

test('a statement arrives as the PDF that can be downloaded', async () => {
  const { landlord, tenantId, address } = await paidRent()
  const params = { id: tenantId }
  expect((await app.send(sendStatement, landlord, { params })).status).toBe(200)
  const [file] = (await mailTo(address)).attachments
  const download = await app.send(statementFile, landlord, { params })
  expect(file?.name).toBe(nameOf(download.headers))
  expect(await textOf(file!.bytes)).toBe(await textOf(download.body))
  expect(await textOf(file!.bytes)).toContain('-$1,234.50')
})

test('a held mail keeps the file as it was when the landlord sent it', async () => {
  const { landlord, tenantId, params, address } = await paidRent({ emailProof: null })
  const download = await app.send(receiptFile, actors.tenantOf(landlord, tenantId), { params })
  await app.send(sendReceipt, landlord, { params })
  await app.settled()
  await afterAwhile(dayMs)
  await app.send(reverseReceipt, landlord, { params, body: { kind: 'mistake', reason: 'Typed twice' } })
  expect(mailsTo(address)).toEqual([])
  await announce(landlord, 'mailbox')
  await afterAwhile(0)
  const [file] = (await mailTo(address)).attachments
  expect(await textOf(file!.bytes)).toBe(await textOf(download.body))
  await noFiles()
})

test('a mail with a file is tried again while the file store or the mail server is down', async () => {
  const { landlord, params, address } = await paidRent()
  server.isBusy = true
  await app.send(sendReceipt, landlord, { params })
  await app.settled()
  await afterAwhile(0)
  server.isBusy = false
  await place.down()
  expect((await app.send(sendReceipt, landlord, { params })).status).toBe(503)
  await afterAwhile(2 * 60_000)
  expect(mailsTo(address)).toEqual([])
  await place.up()
  await afterAwhile(10 * 60_000)
  expect((await mailTo(address)).attachments).toHaveLength(1)
  await noFiles()
})

test('a failed mail can be sent again with its file, until it is dismissed or thirty days are over', async () => {
  server.isBusy = true
  const [first, second, third] = [await paidRent(), await paidRent(), await paidRent()]
  for (const { landlord, params } of [first, second, third]) await app.send(sendReceipt, landlord, { params })
  await app.settled()
  await until(async () => {
    await afterAwhile(20 * 60_000)
    const failed = await Promise.all([first, second, third].map(({ landlord }) => failedOf(landlord)))
    return failed.every((mails) => mails.length === 1)
  })
  expect(await storedFiles()).toHaveLength(3)
  const idOf = async ({ landlord }: typeof first) => ({ id: (await failedOf(landlord))[0]!.id })
  server.isBusy = false
  await app.send(retryDelivery, first.landlord, { params: await idOf(first) })
  expect((await mailTo(first.address)).attachments).toHaveLength(1)
  await app.send(dismissDelivery, second.landlord, { params: await idOf(second) })
  await until(async () => (await app.tick(), (await storedFiles()).length === 1), { what: 'two files to be removed' })

  await afterAwhile(31 * dayMs)
  await noFiles()
  const [late] = await failedOf(third.landlord)
  expect(late?.canRetry).toBe(false)
  const refused = await app.send(retryDelivery, third.landlord, { params: { id: late!.id } })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringMatching(/^The file receipt-\w+\.pdf is no longer stored\. Please send it again\.$/),
  ])
})

test('a file that no mail claims is removed, and another landlord cannot claim it', async () => {
  const [ann, eve] = [await paidRent(), await paidRent()]
  const body = Buffer.from('%PDF-1.7 of Ann')
  const { body: stored } = await app.send(storeAttachment, actors.service('payments', ann.landlord.landlordId), {
    body,
  })
  const mail = { to: eve.address, subject: 'Receipt', paragraphs: ['Hello'], attachment: { name: 'a.pdf', ...stored } }
  await app.publish(DocumentSent, { landlordId: eve.landlord.landlordId, tenantId: eve.tenantId, ...mail })
  expect(await failedOf(eve.landlord)).toMatchObject([
    { canRetry: false, reason: 'The file a.pdf is no longer stored. Please send it again.' },
  ])
  await afterAwhile(6 * dayMs)
  expect(await storedFiles()).toHaveLength(1)
  await afterAwhile(2 * dayMs)
  await noFiles()
  expect(mailsTo(eve.address)).toEqual([])
})
