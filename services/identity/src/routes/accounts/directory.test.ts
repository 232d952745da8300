import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import { login, userName, UserCreated } from '@keyhold/contracts/identity/accounts'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInFailures } from '../../limits.ts'
import { identity } from '../../service.ts'
import { signUpForm, password, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([identity])
})
afterAll(() => app.stop())

const loginForm = (changes: Record<string, unknown> = {}) => {
  const { userType: _, ...person } = signUpForm()
  return { landlordId: v7(), tenantId: v7(), ...person, ...changes }
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

test('a tenant account is linked by its password, once for many calls, and keeps that password', async () => {
  const tenant = await signUp(app, { userType: 'tenant' })
  const form = loginForm({ email: tenant.email })
  const answers = await Promise.all(Array.from({ length: 4 }, () => create(form)))
  for (const { body } of answers) expect(body.userId).toBe(tenant.id)
  expect((await signIn(app, tenant)).actor).toMatchObject({ landlordId: form.landlordId, tenantId: form.tenantId })
  await app.settled()
  expect(announced(form.tenantId)).toHaveLength(1)
})

test("the e-mail alone links nothing: a wrong password, a landlord's account and a linked account are 409", async () => {
  const tenant = await signUp(app, { userType: 'tenant' })
  const landlord = await signUp(app)
  const linked = loginForm()
  await create(linked)
  for (const form of [
    loginForm({ email: tenant.email, password: 'wrong one' }),
    loginForm({ email: landlord.email }),
    loginForm({ email: linked.email }),
  ]) {
    expect((await create(form)).problem).toMatchObject({ status: 409, code: 'email-taken' })
  }
  expect((await signIn(app, tenant)).actor.landlordId).toBeNull()
})

test("guessing an account's password by invitations is limited and blocks its sign-in", async () => {
  const tenant = await signUp(app, { userType: 'tenant' })
  for (let i = 0; i < signInFailures; i++) await create(loginForm({ email: tenant.email, password: `guess ${i}` }))
  expect((await create(loginForm({ email: tenant.email }))).status).toBe(429)
  expect(
    (await app.send(login, actors.visitor(), { body: { email: tenant.email, password, userType: 'tenant' } })).status,
  ).toBe(429)
})

test('common passwords are refused here, too', async () => {
  expect((await create(loginForm({ password: 'iloveyou' }))).status).toBe(400)
})

test("a landlord cannot create logins of another landlord's tenants", async () => {
  const { status } = await app.send(createTenantLogin, actors.landlord(), { body: loginForm() })
  expect(status).toBe(404)
})
