import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import {
  confirm,
  listMemberships,
  login,
  switchMembership,
  userName,
  UserCreated,
} from '@keyhold/contracts/identity/accounts'
import { forgotPassword, resetPassword } from '@keyhold/contracts/identity/password-resets'
import { deliver, type DeliveryForm } from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationFailures, signInFailures } from '../../limits.ts'
import { loginFailures } from '../../schema/sessions.ts'
import { identity } from '../../service.ts'
import { actorOf, cookie, signUpForm, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
const mails: z.output<typeof DeliveryForm>[] = []
const mailbox = stub(deliver, ({ body }) => {
  mails.push(body)
  return { id: v7(), status: 'sent' as const, reason: null }
})
beforeAll(async () => {
  app = await startTestApp([identity], { stubs: [mailbox] })
})
afterAll(() => app.stop())

const loginForm = (changes: Record<string, unknown> = {}) => {
  const { userType: _, ...person } = signUpForm()
  return { landlordId: v7(), tenantId: v7(), invitationId: v7(), ip: '127.0.0.1', ...person, ...changes }
}
const create = (body: ReturnType<typeof loginForm>) =>
  app.send(createTenantLogin, actors.service('tenancy', body.landlordId), { body })
const announced = (tenantId: string) => app.published(UserCreated).filter((data) => data.tenantId === tenantId)

test("a user's name is found by id, and an unknown id is 404", async () => {
  const user = await signUp(app)
  const { body } = await app.send(userName, actors.service('billing'), { params: { id: user.id } })
  expect(body).toEqual({
    id: user.id,
    email: user.email,
    firstName: 'Ann',
    lastName: 'Lee',
    phone: '+1 555 010 1234',
    userType: 'landlord',
    createdAt: user.createdAt,
    emailProof: 'not_asked',
    isPhoneProved: false,
  })
  expect((await app.send(userName, actors.service('billing'), { params: { id: v7() } })).status).toBe(404)
})

test('a tenant record gets a login that signs in with its claims', async () => {
  const form = loginForm()
  const { status, body } = await create(form)
  expect(status).toBe(200)
  const { actor } = await signIn(app, { email: form.email, userType: 'tenant' })
  expect(actor).toMatchObject({
    role: 'tenant',
    userId: body.userId,
    landlordId: form.landlordId,
    tenantId: form.tenantId,
  })
  await app.settled()
  expect(announced(form.tenantId)).toMatchObject([
    { userId: body.userId, landlordId: form.landlordId, userType: 'tenant' },
  ])
})

test('repeated calls, also concurrent ones and with another password, return the same login', async () => {
  const form = loginForm()
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(form)))
  answers.push(await create({ ...form, password: 'another one' }))
  expect(new Set(answers.map(({ body }) => body.userId)).size).toBe(1)
  await app.settled()
  expect(announced(form.tenantId)).toHaveLength(1)
  await signIn(app, { email: form.email, userType: 'tenant' })
})

const openMail = async () => {
  await app.tick()
  const token = /token=([\w-]+)/.exec(mails.at(-1)!.body)![1]!
  return app.send(confirm, actors.visitor(), { body: { token } })
}

test("a person's account is linked once the mailbox is asked, not by the right password alone", async () => {
  const tenant = await signUp(app, { userType: 'tenant' })
  const form = loginForm({ email: tenant.email })
  expect((await create(form)).body).toEqual({ userId: null, isMailed: true })
  expect((await signIn(app, tenant)).actor).toMatchObject({ landlordId: null, tenantId: null })
  expect((await openMail()).body).toEqual({ email: tenant.email })
  expect(mails.at(-1)).toMatchObject({ to: tenant.email, landlordId: null })
  expect((await create(form)).body).toEqual({ userId: tenant.id, isMailed: false })
  expect((await signIn(app, tenant)).actor).toMatchObject({ landlordId: form.landlordId, tenantId: form.tenantId })
  await app.settled()
  expect(announced(form.tenantId)).toHaveLength(1)
})

test('a person is tenant of two landlords and landlord with one address, and chooses after signing in', async () => {
  const landlord = await signUp(app)
  const forms = [loginForm({ email: landlord.email }), loginForm({ email: landlord.email })]
  for (const form of forms) {
    expect((await create(form)).body.isMailed).toBe(true)
    await openMail()
  }
  const { actor } = await signIn(app, { email: landlord.email, userType: 'tenant' })
  const { body } = await app.send(listMemberships, actor)
  expect(body.map(({ userType }) => userType).toSorted()).toEqual(['landlord', 'tenant', 'tenant'])
  const other = body.find(({ userType, current }) => userType === 'tenant' && !current)!
  const switched = await app.send(switchMembership, actor, { body: { userId: other.userId } })
  expect(switched.body).toMatchObject({ id: other.userId, tenantId: other.tenantId })
  expect(forms.map(({ tenantId }) => tenantId)).toContain(switched.body.tenantId)
  expect(actorOf(cookie(switched, 'kh_access')!)).toMatchObject({ userId: other.userId, tenantId: other.tenantId })
  // The session of before is over, and a stranger's account is out of reach.
  expect((await app.send(listMemberships, actor)).status).toBe(401)
  const next = actorOf(cookie(switched, 'kh_access')!)
  const stranger = await signUp(app)
  expect((await app.send(switchMembership, next, { body: { userId: stranger.id } })).status).toBe(404)
})

test('a login that a landlord typed reserves nothing: another landlord makes one, and the owner gets both by the mailbox', async () => {
  const [first, second] = [loginForm(), loginForm()]
  await create({ ...first, email: second.email, password: 'typed by one 1' })
  expect((await create({ ...second, password: 'typed by two 2' })).status).toBe(200)
  const owner = await signUp(app, { email: second.email, userType: 'landlord' })
  // Nobody has proved the mailbox, so each password opens its own account only.
  const own = await signIn(app, owner)
  expect((await app.send(listMemberships, own.actor)).body).toHaveLength(1)
  await app.send(forgotPassword, actors.visitor(), { body: { email: owner.email } })
  await app.tick()
  const token = /token=([\w-]+)/.exec(mails.at(-1)!.body)![1]!
  await app.send(resetPassword, actors.visitor(), { body: { token, newPassword: 'only the owner knows' } })
  const { actor } = await signIn(app, owner, { password: 'only the owner knows' })
  expect((await app.send(listMemberships, actor)).body).toHaveLength(3)
  for (const typed of ['typed by one 1', 'typed by two 2'])
    expect(
      (await app.send(login, actors.visitor(), { body: { email: owner.email, password: typed, userType: 'tenant' } }))
        .status,
    ).toBe(401)
})

test('a wrong password links nothing and asks nobody', async () => {
  const tenant = await signUp(app, { userType: 'tenant' })
  const before = mails.length
  expect((await create(loginForm({ email: tenant.email, password: 'wrong one' }))).problem).toMatchObject({
    status: 409,
    code: 'email-taken',
  })
  await app.tick()
  expect(mails).toHaveLength(before)
  expect((await signIn(app, tenant)).actor.landlordId).toBeNull()
})

test('an invitation link takes five wrong passwords and then none, and the owner signs in all the same', async () => {
  const landlord = await signUp(app)
  const form = loginForm({ email: landlord.email, ip: '203.0.113.9' })
  for (let i = 0; i < 4 * signInFailures; i++) await create({ ...form, password: `guess ${i}`, ip: `203.0.113.${i}` })
  const refused = await create({ ...form, ip: '203.0.113.99' })
  expect(refused.status).toBe(429)
  expect((await signIn(app, landlord)).answer.status).toBe(200)
  const failed = await app
    .db('identity')
    .adminTransaction('test', (tx) =>
      tx.$count(loginFailures, eq(loginFailures.key, `invitation:${form.invitationId}`)),
    )
  expect(failed).toBe(invitationFailures)
})

test('common passwords are refused here, too', async () => {
  expect((await create(loginForm({ password: 'iloveyou' }))).status).toBe(400)
})

test("a landlord cannot create logins of another landlord's tenants", async () => {
  const { status } = await app.send(createTenantLogin, actors.landlord(), { body: loginForm() })
  expect(status).toBe(404)
})
