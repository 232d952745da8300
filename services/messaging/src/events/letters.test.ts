import { UserCreated, userName } from '@keyhold/contracts/identity/accounts'
import { DocumentSent } from '@keyhold/contracts/payments/events'
import { RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { storeAttachment } from '@keyhold/contracts/messaging/attachments'
import { devOutbox, devOutboxFile } from '@keyhold/contracts/messaging/dev-outbox'
import { InvitationAccepted } from '@keyhold/contracts/tenancy/invitations'
import { notFound } from '@keyhold/kit/http/problem'
import { folderPlace, type Place } from '@keyhold/kit/testing/blob-stores'
import { endLeases } from '@keyhold/kit/testing/jobs'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { messaging as itself } from '../domain/acting.ts'
import { claimNew } from '../domain/deliveries.ts'
import { messaging } from '../service.ts'

const known = new Map<string, string>()
let place: Place
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  place = await folderPlace()
  app = await startTestApp([messaging], {
    env: { ...place.env, DEV_OUTBOX: 'on', PUBLIC_URL: 'https://rent.test/' },
    stubs: [
      stub(userName, ({ params }) => ({
        id: params.id,
        email: known.get(params.id) ?? notFound('User'),
        firstName: 'Lee',
        lastName: 'Lord',
        phone: null,
        userType: 'landlord' as const,
      })),
    ],
  })
})
afterAll(async () => {
  await app?.stop()
  await place.stop()
})

const outbox = async () => (await app.send(devOutbox, actors.service('gateway'))).body
const mailTo = (address: string) =>
  until(async () => (await outbox()).find(({ to }) => to === address), { what: `a mail to ${address}` })
const subjects = async () => (await outbox()).filter(({ to }) => to === 'two@example.com').map(({ subject }) => subject)
const openMails = () => app.db('messaging').read(itself, (sql) => sql`select id from delivery where status = 'pending'`)

async function landlordWithMail(email: string) {
  const landlord = actors.landlord()
  await app.publish(UserCreated, {
    userId: landlord.userId,
    landlordId: landlord.landlordId,
    tenantId: null,
    userType: 'landlord',
    email,
    firstName: 'Lee',
    lastName: 'Lord',
    phone: null,
    createdAt: app.clock.now().toISOString(),
  })
  return landlord
}

const accepted = (landlordId: string) => ({
  invitationId: v7(),
  landlordId,
  tenantId: v7(),
  firstName: 'Ann',
  lastName: 'Archer',
  email: 'ann@example.com',
})
const opened = (landlordId: string, more = {}) => ({
  requestId: v7(),
  landlordId,
  tenantId: v7(),
  propertyId: null,
  title: 'Water in the cellar',
  category: 'plumbing' as const,
  priority: 'medium' as const,
  status: 'open' as const,
  openedBy: 'tenant' as const,
  ...more,
})

test('a landlord gets one mail when a tenant registers, however often the event arrives', async () => {
  const { landlordId } = await landlordWithMail('one@example.com')
  const acceptance = accepted(landlordId)
  const event = v7()
  for (let times = 0; times < 5; times++) await app.publish(InvitationAccepted, acceptance, event)
  const mail = await mailTo('one@example.com')
  expect(mail).toMatchObject({ channel: 'email', subject: 'Ann Archer has registered' })
  expect(mail.body).toContain(`https://rent.test/tenants/${acceptance.tenantId}`)
  await until(async () => (await openMails()).length === 0)
  expect((await outbox()).filter(({ to }) => to === 'one@example.com')).toHaveLength(1)
})

test('the landlord gets a mail about what a tenant reports, with an emergency in the subject, and none about their own requests', async () => {
  const { landlordId } = await landlordWithMail('two@example.com')
  await app.publish(RequestOpened, opened(landlordId, { openedBy: 'landlord', title: 'My own' }))
  await app.publish(RequestOpened, opened(landlordId))
  await app.publish(RequestOpened, opened(landlordId, { priority: 'emergency', title: 'Gas!' }))
  await until(async () => (await subjects()).length === 2)
  expect(await subjects()).toEqual(
    expect.arrayContaining(['EMERGENCY: Gas!', 'New maintenance request: Water in the cellar']),
  )
})

test('identity is asked for an address that no event has brought', async () => {
  const { landlordId } = actors.landlord()
  known.set(landlordId, 'asked@example.com')
  await app.publish(InvitationAccepted, accepted(landlordId))
  expect(await mailTo('asked@example.com')).toMatchObject({ subject: 'Ann Archer has registered' })
})

test('a mail to an account that does not exist fails', async () => {
  const { landlordId } = actors.landlord()
  await app.publish(InvitationAccepted, accepted(landlordId))
  const status = async () =>
    (
      await app
        .db('messaging')
        .read(
          itself,
          (sql) =>
            sql<
              { status: string; reason: string }[]
            >`select status, reason from delivery where owner_id = ${landlordId}`,
        )
    )[0]
  await until(async () => (await status())?.status === 'failed')
  expect((await status())?.reason).toBe('The account that this mail is for does not exist.')
})

test('a mail that a killed process had claimed is sent by the next one, once', async () => {
  const db = app.db('messaging')
  const message = {
    key: v7(),
    ownerId: null,
    channel: 'email' as const,
    to: 'killed@example.com',
    subject: 'Hi',
    body: 'Hello',
  }
  // Claimed as by a process that died before sending.
  expect(await db.transaction(itself, (tx) => claimNew(tx, message, app.clock.now()))).toBeDefined()
  await app.tick()
  expect((await outbox()).some(({ to }) => to === 'killed@example.com')).toBe(false)
  await endLeases(db)
  await app.tick()
  expect((await mailTo('killed@example.com')).body).toBe('Hello')
})

test('a tenant gets the receipt or statement that the landlord sends, with its file', async () => {
  const landlord = await landlordWithMail('sender@example.com')
  const bytes = Buffer.from('%PDF-1.7 a receipt')
  const { body: stored } = await app.send(storeAttachment, actors.service('payments', landlord.landlordId), {
    body: bytes,
  })
  const sent = {
    landlordId: landlord.landlordId,
    tenantId: v7(),
    to: 'tess@example.com',
    subject: 'Receipt for $1,200.00, Mar 1, 2026',
    paragraphs: ['Dear Tess Tenant,', 'Lee Lord received $1,200.00 from you.'],
    attachment: { name: 'receipt-1.pdf', ...stored },
  }
  await app.publish(DocumentSent, sent)
  const mail = await mailTo('tess@example.com')
  expect(mail).toMatchObject({
    subject: sent.subject,
    body: `${sent.paragraphs.join('\n\n')}\n\nYour portal: https://rent.test/tenant-portal`,
    attachmentName: 'receipt-1.pdf',
  })
  const file = await app.send(devOutboxFile, actors.service('gateway'), { params: { id: mail.id } })
  expect(Buffer.from(file.body)).toEqual(bytes)
})
