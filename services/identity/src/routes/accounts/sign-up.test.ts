import { confirm, listMemberships, login, signup, UserCreated } from '@keyhold/contracts/identity/accounts'
import { deliver, type DeliveryForm } from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmationLinkHours } from '../../limits.ts'
import { confirmations } from '../../schema/links.ts'
import { users } from '../../schema/users.ts'
import { identity } from '../../service.ts'
import { signUpForm, password, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
let mails: z.output<typeof DeliveryForm>[] = []
let mailWorks = true
const visitor = actors.visitor()
const mailbox = stub(deliver, ({ body }) => {
  if (mailWorks) mails.push(body)
  return {
    id: crypto.randomUUID(),
    status: mailWorks ? ('sent' as const) : ('failed' as const),
    reason: mailWorks ? null : 'no',
  }
})
const env = {
  PUBLIC_URL: 'https://keyhold.example/',
  SUPER_ADMIN_EMAIL: 'Root@Example.com',
  SUPER_ADMIN_NAME: 'Ada  Root',
  SUPER_ADMIN_PHONE: '+1 (555) 010-0000',
}
beforeAll(async () => {
  app = await startTestApp([identity], { env, stubs: [mailbox] })
})
afterAll(() => app.stop())

const send = (body: Record<string, unknown>, headers = {}) => app.send(signup, visitor, { body, headers })
const adminForm = (changes = {}) =>
  signUpForm({
    email: 'root@example.com',
    userType: 'super_admin',
    adminName: 'Ada Root',
    adminPhone: '+1 555 010 0000',
    ...changes,
  })
const tokenOf = (mail: { body: string } | undefined) => /token=([\w-]+)/.exec(mail!.body)![1]!
const open = (token: string) => app.send(confirm, visitor, { body: { token } })
const adminLogin = (secret: string) =>
  app.send(login, visitor, { body: { email: 'root@example.com', password: secret, userType: 'super_admin' } })
const countUsers = () => app.db('identity').adminTransaction('test', (tx) => tx.$count(users))

describe('a landlord', () => {
  test('gets an account on trial, which is announced', async () => {
    const form = signUpForm({ email: 'New@Example.com ' })
    const { status, body } = await send(form)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      email: 'new@example.com',
      userType: 'landlord',
      landlordId: body.id,
      tenantId: null,
      isActive: true,
      subscriptionPlan: 'basic',
      subscriptionStatus: 'trial',
      maxProperties: 5,
    })
    expect([body.createdAt, body.trialStartDate, body.trialEndDate]).toEqual([
      '2026-03-15T15:00:00.000Z',
      '2026-03-15T15:00:00.000Z',
      '2026-03-29T15:00:00.000Z',
    ])
    expect(JSON.stringify(body)).not.toMatch(/password|argon2/i)
    await app.settled()
    expect(app.published(UserCreated)).toContainEqual({
      userId: body.id,
      landlordId: body.id,
      tenantId: null,
      userType: 'landlord',
      email: 'new@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      phone: '+1 555 010 1234',
      createdAt: body.createdAt,
      emailProof: 'not_asked',
      isPhoneProved: false,
    })
  })

  test('cannot use an email that has an account, in any case', async () => {
    const user = await signUp(app)
    const email = user.email.toUpperCase()
    for (const changes of [{}, { userType: 'tenant', password: 'somebody else 1' }])
      expect((await send(signUpForm({ email, ...changes }))).problem).toMatchObject({
        status: 409,
        code: 'email-taken',
        detail: 'An account with this email already exists',
      })
  })

  test('becomes a tenant too with the same password, and chooses after signing in', async () => {
    const user = await signUp(app)
    const tenant = await signUp(app, { email: user.email, userType: 'tenant' })
    const { actor } = await signIn(app, tenant)
    expect(actor).toMatchObject({ role: 'tenant', userId: tenant.id })
    expect((await app.send(listMemberships, actor)).body.map(({ userId }) => userId)).toEqual([user.id, tenant.id])
  })

  test('several sign-ups at once create one account', async () => {
    const form = signUpForm()
    const answers = await Promise.all([send(form), send(form), send(form)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })

  test('the same Idempotency-Key returns the same user', async () => {
    const [form, before] = [signUpForm(), await countUsers()]
    const first = await send(form, { 'idempotency-key': 'k1' })
    const again = await send(form, { 'idempotency-key': 'k1' })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await countUsers()).toBe(before + 1)
  })

  test.each([
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters long'],
    [{ password: 'PassWord1' }, 'password', 'This password is too common. Please choose another'],
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ phone: '' }, 'phone', 'Phone number is required'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email address'],
    [{ userType: 'root' }, 'userType', 'Choose an account type'],
  ])('is refused with %o', async (changes, path, message) => {
    const { problem } = await send(signUpForm(changes))
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid-input',
      issues: expect.arrayContaining([{ path, message }]),
    })
  })
})

test('a tenant who signs up without an invitation is linked to no landlord', async () => {
  const tenant = await signUp(app, { userType: 'tenant' })
  expect(tenant).toMatchObject({
    userType: 'tenant',
    landlordId: null,
    tenantId: null,
    subscriptionPlan: null,
    subscriptionStatus: null,
    trialEndDate: null,
  })
  const { actor } = await signIn(app, tenant)
  expect(actor).toMatchObject({ role: 'tenant', landlordId: null, tenantId: null })
})

test('PASSWORD_MIN_LENGTH raises the minimum length', async () => {
  const strict = await startTestApp([identity], { env: { PASSWORD_MIN_LENGTH: '12' } })
  const { problem } = await strict.send(signup, visitor, { body: signUpForm({ password: 'elevenchars' }) })
  expect(problem).toMatchObject({ status: 400, detail: 'Password must be at least 12 characters long.' })
  // Nobody can be the super admin without the three settings.
  expect((await strict.send(signup, visitor, { body: adminForm() })).status).toBe(403)
  await strict.stop()
})

describe('a super admin', () => {
  beforeEach(async () => {
    mails = []
    mailWorks = true
    await app.db('identity').adminTransaction('test', async (tx) => {
      await tx.delete(confirmations)
      await tx.delete(users)
    })
  })

  test.each([
    { email: 'other@example.com' },
    { adminName: 'Ada Rot' },
    { adminPhone: '+1 555 010 0001' },
    { adminName: '' },
    { adminPhone: undefined },
  ])('is refused unless all three values match: %o', async (changes) => {
    const { problem } = await send(adminForm(changes))
    expect(problem).toMatchObject({
      status: 403,
      code: 'super-admin-refused',
      detail: 'Invalid super admin credentials. Only authorized personnel can create super admin accounts.',
    })
    expect([await countUsers(), mails.length]).toEqual([0, 0])
  })

  test('can sign in only after opening the mailed link, which works once', async () => {
    const { status, body } = await send(adminForm())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      userType: 'super_admin',
      landlordId: body.id,
      subscriptionPlan: 'enterprise',
      subscriptionStatus: 'active',
      maxProperties: null,
      trialEndDate: null,
    })
    expect((await adminLogin(password)).problem).toMatchObject({ status: 401, detail: 'Invalid email or password' })
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ channel: 'email', to: 'root@example.com', landlordId: null })
    expect(mails[0]!.body).toContain('https://keyhold.example/confirm?token=')

    const opened = await open(tokenOf(mails[0]))
    expect([opened.status, opened.body]).toEqual([200, { email: 'root@example.com' }])
    expect((await adminLogin(password)).status).toBe(200)
    expect((await open(tokenOf(mails[0]))).problem).toMatchObject({ status: 404, code: 'link-invalid' })
    await app.settled()
    expect(app.published(UserCreated).filter(({ userId }) => userId === body.id)).toHaveLength(1)
    expect((await send(adminForm())).problem).toMatchObject({ status: 409, code: 'email-taken' })
  })

  test('the link expires after `confirmationLinkHours`, and an invented one does not work', async () => {
    await send(adminForm())
    app.clock.advance(confirmationLinkHours * 60 * 60_000)
    expect((await open(tokenOf(mails[0]))).status).toBe(404)
    expect((await open('invented')).status).toBe(404)
  })

  test('concurrent uses of the link confirm the account once', async () => {
    await send(adminForm())
    const answers = await Promise.all(Array.from({ length: 4 }, () => open(tokenOf(mails[0]))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
  })

  test('can sign up again when the mail failed, also with the same Idempotency-Key', async () => {
    mailWorks = false
    const form = adminForm()
    const failed = await send(form, { 'idempotency-key': 'admin' })
    expect(failed.problem).toMatchObject({
      status: 503,
      detail: 'The confirmation email could not be sent. Please sign up again to get a new link.',
    })
    mailWorks = true
    expect((await send(form, { 'idempotency-key': 'admin' })).status).toBe(201)
    expect(mails).toHaveLength(1)
    expect((await open(tokenOf(mails[0]))).status).toBe(200)
    expect(await countUsers()).toBe(1)
  })

  test('a later sign-up does not change the password behind the first link', async () => {
    await send(adminForm())
    await send(adminForm({ password: 'somebody else' }))
    await open(tokenOf(mails[0]))
    expect((await adminLogin('somebody else')).status).toBe(401)
    expect((await adminLogin(password)).status).toBe(200)
    expect((await open(tokenOf(mails[1]))).status).toBe(404)
  })

  test('has a reserved email that nobody else can sign up with', async () => {
    expect((await send(signUpForm({ email: 'root@example.com' }))).problem).toMatchObject({
      status: 409,
      code: 'email-taken',
    })
    expect((await send(adminForm())).status).toBe(201)
  })

  test('stores only the hash of the token', async () => {
    await send(adminForm())
    const rows = await app.db('identity').adminTransaction('test', (tx) => tx.select().from(confirmations))
    expect(JSON.stringify(rows)).not.toContain(tokenOf(mails[0]))
  })
})
