import { UserCreated } from '@keyhold/contracts/identity/accounts'
import {
  createInvitation,
  InvitationChanged,
  listInvitations,
  lookUpInvitation,
} from '@keyhold/contracts/tenancy/invitations'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => {
  app = await startTenancyApp()
})
afterAll(() => app?.stop())
afterEach(() => {
  delete app.failures.sms
  delete app.failures.email
  delete app.failures.messaging
  app.messages.length = 0
})

const form = {
  email: 'ann@example.com',
  phone: '212 555-0123',
  firstName: 'Ann',
  lastName: 'Archer',
  message: '',
  sendSMS: true,
}

test('an invitation returns its link once, and is sent by email and SMS with separate keys', async () => {
  const landlord = actors.landlord()
  await app.publish(UserCreated, {
    userId: landlord.userId,
    landlordId: landlord.landlordId,
    tenantId: null,
    userType: 'landlord',
    email: 'mona@example.com',
    firstName: 'Mona',
    lastName: 'Miller',
    phone: null,
    createdAt: app.clock.now().toISOString(),
  })
  const { token, ...invitation } = await app.invite(landlord, form)
  expect(invitation).toMatchObject({
    email: form.email,
    phone: form.phone,
    status: 'pending',
    sendSMS: true,
    smsSent: true,
    smsStatus: 'sent',
    message: null,
    expiresAt: '2026-03-22T15:00:00.000Z',
  })
  expect(invitation).not.toHaveProperty('smsError')
  expect(invitation.inviteLink).toBe(`https://rent.test/tenant-register?token=${token}`)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const [mail, text] = app.messages.toSorted((a, b) => a.channel.localeCompare(b.channel))
  expect(mail).toMatchObject({
    channel: 'email',
    to: form.email,
    key: `invitation:${invitation.id}:email`,
    landlordId: landlord.landlordId,
    subject: 'Mona Miller invites you to register',
  })
  expect(text).toMatchObject({ channel: 'sms', to: form.phone, key: `invitation:${invitation.id}:sms` })
  expect(text!.body).toBe(
    `Hi Ann, Mona Miller invites you to set up your tenant account. ${invitation.inviteLink} This link expires in 7 days. Reply STOP to opt out.`,
  )
  const stored = JSON.stringify(await app.db('tenancy').read(landlord, (sql) => sql`select * from invitation`))
  expect(stored).toContain(invitation.id)
  expect(stored).not.toContain(token)
  await app.settled()
  expect(app.published(InvitationChanged).filter(({ invitationId }) => invitationId === invitation.id)).toMatchObject([
    { status: 'pending' },
    { status: 'pending' },
  ])
})

test('no SMS is sent or reported unless requested', async () => {
  const { token: _, ...invitation } = await app.invite(actors.landlord(), { ...form, sendSMS: false })
  expect(invitation).not.toHaveProperty('smsStatus')
  expect(invitation.smsSent).toBe(false)
  expect(app.messages.map(({ channel }) => channel)).toEqual(['email'])
})

test('an SMS without a phone number and an invitation without an email address are refused, and nothing is sent', async () => {
  const landlord = actors.landlord()
  const phoneless = await app.send(createInvitation, landlord, { body: { ...form, phone: '' } })
  expect(phoneless.status).toBe(400)
  expect(phoneless.problem.issues).toEqual([{ path: 'phone', message: 'Enter a phone number to send a text' }])
  expect((await app.send(createInvitation, landlord, { body: { ...form, email: '' } })).status).toBe(400)
  expect((await app.send(createInvitation, landlord, { body: { ...form, propertyId: v7() } })).status).toBe(400)
  expect((await app.send(listInvitations, landlord)).body).toEqual([])
  expect(app.messages).toEqual([])
})

test('a failed SMS is reported with its reason, and the invitation is still created', async () => {
  const landlord = actors.landlord()
  app.failures.sms = 'This number has opted out of texts (STOP).'
  const invitation = await app.invite(landlord, form)
  expect(invitation).toMatchObject({
    status: 'pending',
    smsSent: false,
    smsStatus: 'failed',
    smsError: 'This number has opted out of texts (STOP).',
  })
  expect((await app.send(lookUpInvitation, actors.visitor(), { params: { token: invitation.token } })).status).toBe(200)
  expect((await app.send(listInvitations, landlord)).body).toMatchObject([
    { id: invitation.id, smsSent: false, sendSMS: true },
  ])
})

test('if messaging does not answer, the SMS fails and the invitation is still created', async () => {
  app.failures.messaging = true
  expect(await app.invite(actors.landlord(), form)).toMatchObject({
    smsStatus: 'failed',
    smsError: 'The messaging service is not responding right now. Please try again in a moment.',
  })
})
