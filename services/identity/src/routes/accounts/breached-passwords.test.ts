import { signup, updatePassword } from '@keyhold/contracts/identity/accounts'
import { resetLandlordPassword } from '@keyhold/contracts/identity/admin-accounts'
import { actors, startTestApp, type TestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { startBreachedPasswords } from '../../testing/breached-passwords.ts'
import { createSuperAdmin, password, signIn, signUp, signUpForm } from '../../testing/people.ts'

const breached = 'pickled-walrus-77'
let app: TestApp
let service: Awaited<ReturnType<typeof startBreachedPasswords>>
beforeAll(async () => {
  service = await startBreachedPasswords([breached, 'another-breached-1'])
  app = await startTestApp([identity], { env: { BREACHED_PASSWORDS_URL: service.url } })
})
afterAll(async () => {
  await app.stop()
  await service.stop()
})

const send = (changes: Record<string, unknown>) => app.send(signup, actors.visitor(), { body: signUpForm(changes) })
const known = { path: 'password', message: 'This password is known from a data breach. Please choose another' }

test('a breached password is refused wherever one is set, and the service learns five digits of its hash', async () => {
  expect((await send({ password: breached })).problem).toMatchObject({ status: 400, issues: [known] })
  expect((await send({ password: 'never-breached-9' })).status).toBe(201)
  for (const path of service.state.asked) expect(path).toMatch(/^\/range\/[0-9A-F]{5}$/)
  const user = await signUp(app)
  const { actor } = await signIn(app, user)
  const changed = await app.send(updatePassword, actor, { body: { currentPassword: password, newPassword: breached } })
  expect(changed.problem.issues).toMatchObject([{ path: 'newPassword' }])
  const reset = await app.send(resetLandlordPassword, await createSuperAdmin(app), {
    body: { userId: user.id, newPassword: breached },
  })
  expect(reset.problem.issues).toMatchObject([{ path: 'newPassword' }])
})

test.each(['failing', 'silent'] as const)(
  'a service that is %s stops nobody, and common passwords stay refused',
  async (mode) => {
    service.state.mode = mode
    expect((await send({ password: breached })).status).toBe(201)
    expect((await send({ password: 'iloveyou2' })).problem.issues).toMatchObject([{ path: 'password' }])
    service.state.mode = 'up'
  },
)

test.each(['keyhold2026', 'Landlord1', 'tenant!'])('%s is too common here', async (typed) => {
  expect((await send({ password: typed })).problem.issues?.[0]?.message).toContain('too common')
})

test("an administrator sets no password that is the landlord's name or address", async () => {
  const user = await signUp(app, { firstName: 'Rosalind', lastName: 'Franklin' })
  const reset = await app.send(resetLandlordPassword, actors.superAdmin(), {
    body: { userId: user.id, newPassword: 'RosalindFranklin1' },
  })
  expect(reset.problem.issues).toMatchObject([{ path: 'newPassword' }])
})
