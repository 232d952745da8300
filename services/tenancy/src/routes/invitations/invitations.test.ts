import {
  createInvitation,
  invitationDays,
  invitationsPerDay,
  listInvitations,
  lookUpInvitation,
  revokeInvitation,
} from '@keyhold/contracts/tenancy/invitations'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { dayMs } from '@keyhold/kit/lib/dates'
import { sql } from 'drizzle-orm'
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
test('a tenant cannot invite, and another landlord cannot see or revoke an invitation', async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { id } = await app.invite(mine, form)
  expect((await app.send(createInvitation, actors.tenantOf(mine), { body: form })).status).toBe(403)
  expect((await app.send(listInvitations, actors.tenantOf(mine))).status).toBe(403)
  expect((await app.send(revokeInvitation, other, { params: { id } })).status).toBe(404)
  const list = await app.send(listInvitations, other)
  expect([list.body, list.headers['x-total-count']]).toEqual([[], '0'])
  expect((await app.send(listInvitations, mine)).body).toMatchObject([{ id, status: 'pending' }])
})

test('a new invitation replaces the pending one to the same person, also when two are created at once', async () => {
  const landlord = actors.landlord()
  const first = await app.invite(landlord, form)
  const [second, third] = await Promise.all([
    app.invite(landlord, form),
    app.invite(landlord, { ...form, email: 'ANN@example.com' }),
  ])
  const works = await Promise.all(
    [first, second, third].map(
      async ({ token }) => (await app.send(lookUpInvitation, actors.visitor(), { params: { token } })).status,
    ),
  )
  expect(works[0]).toBe(404)
  expect(works.slice(1)).toEqual(expect.arrayContaining([200, 404]))
  expect((await app.send(listInvitations, landlord, { query: { status: 'pending' } })).headers['x-total-count']).toBe(
    '1',
  )
  expect((await app.send(listInvitations, landlord, { query: { status: 'revoked' } })).headers['x-total-count']).toBe(
    '2',
  )
})

test('one Idempotency-Key invites and sends messages once', async () => {
  const landlord = actors.landlord()
  const headers = { 'idempotency-key': v7() }
  const [first, again] = [
    await app.send(createInvitation, landlord, { body: form, headers }),
    await app.send(createInvitation, landlord, { body: form, headers }),
  ]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(app.messages).toHaveLength(2)
  expect((await app.send(listInvitations, landlord)).headers['x-total-count']).toBe('1')
})

test('a link shows its invitation, and all invalid links are refused alike', async () => {
  const landlord = actors.landlord()
  const { token, expiresAt } = await app.invite(landlord, { ...form, message: 'Welcome!' })
  const lookUp = (t: string) => app.send(lookUpInvitation, actors.visitor(), { params: { token: t } })
  expect((await lookUp(token)).body).toEqual({
    email: form.email,
    message: 'Welcome!',
    firstName: 'Ann',
    lastName: 'Archer',
    phone: form.phone,
    landlordName: 'Lee Lord',
    // Nobody answers about it here: Keyhold's own.
    branding: { name: null, logo: null, colors: null, host: null },
    expiresAt,
  })

  const revoked = await app.invite(landlord, { email: 'revoked@example.com' })
  const withdrawn = await app.send(revokeInvitation, landlord, { params: { id: revoked.id } })
  expect([withdrawn.status, withdrawn.body.status]).toEqual([200, 'revoked'])
  expect((await app.send(revokeInvitation, landlord, { params: { id: revoked.id } })).status).toBe(200)
  const refusals = [await lookUp(revoked.token), await lookUp('nonsense'), await lookUp(revoked.id)]
  app.clock.advance(invitationDays * dayMs)
  refusals.push(await lookUp(token))
  for (const { status, problem } of refusals) {
    expect(status).toBe(404)
    expect({ ...problem, requestId: '' }).toEqual({
      title: 'Not Found',
      status: 404,
      code: 'invitation-invalid',
      detail: 'This invitation link is invalid, expired, or has already been used.',
      requestId: '',
    })
  }
  expect((await app.send(listInvitations, landlord)).body.map(({ status }) => status)).toEqual(['revoked', 'expired'])
  const late = await app.send(revokeInvitation, landlord, {
    params: { id: (await app.send(listInvitations, landlord, { query: { status: 'expired' } })).body[0]!.id },
  })
  expect([late.status, late.problem.code]).toEqual([409, 'illegal-transition'])
})

test('the list is paged', async () => {
  const landlord = actors.landlord()
  for (const name of ['a', 'b', 'c']) await app.invite(landlord, { email: `${name}@example.com` })
  const first = await app.send(listInvitations, landlord, { query: { limit: 2 } })
  const cursor = /cursor=([\w-]+)/.exec(first.headers.link ?? '')?.[1]
  const second = await app.send(listInvitations, landlord, { query: { limit: 2, cursor } })
  expect([...first.body, ...second.body].map(({ email }) => email)).toEqual([
    'c@example.com',
    'b@example.com',
    'a@example.com',
  ])
  expect([second.headers['x-total-count'], second.headers.link]).toEqual(['3', undefined])
  expect((await app.send(listInvitations, landlord, { query: { cursor: 'x' } })).status).toBe(400)
})

test('a tenant added by hand after an invitation is the record that the link completes', async () => {
  const landlord = actors.landlord()
  await app.invite(landlord, form)
  const { body } = await app.send(createTenant, landlord, {
    body: { firstName: 'Ann', lastName: 'Archer', email: form.email },
  })
  expect(body.portalAccess).toBe('invited')
})

test('a landlord cannot exceed the number of invitations per 24 hours, also with concurrent requests', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const invite = () => app.send(createInvitation, landlord, { body: { email: `${v7()}@example.com` } })
  const at = app.clock.now().toISOString()
  await app.db('tenancy').transaction(landlord, (tx) =>
    tx.execute(sql`
      insert into invitation (landlord_id, email, send_sms, token_hash, expires_at, created_at)
      select ${landlord.landlordId}::uuid, n || '@example.com', false, n::text, ${at}::timestamptz + interval '7 days', ${at}::timestamptz
      from generate_series(1, ${invitationsPerDay - 2}::int) n`),
  )
  app.clock.advance(60_000)
  const last = await Promise.all(Array.from({ length: 6 }, invite))
  expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429, 429, 429])
  const refused = await invite()
  expect([refused.problem.code, refused.problem.detail]).toEqual([
    'too-many-requests',
    `You have sent ${invitationsPerDay} invitations within 24 hours. Please try again later.`,
  ])
  expect(refused.headers['retry-after']).toBe(String(dayMs / 1000 - 60))
  expect((await app.send(listInvitations, landlord)).headers['x-total-count']).toBe(String(invitationsPerDay))
  await app.invite(other)
  app.clock.advance(dayMs - 60_000)
  expect((await invite()).status).toBe(201)
})
