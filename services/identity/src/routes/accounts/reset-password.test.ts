import { forgotPassword, resetLinkMinutes, resetPassword } from '@keyhold/contracts/identity/password-resets'
import { login, refresh, updatePassword } from '@keyhold/contracts/identity/accounts'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { Refusal } from '@keyhold/kit/http/problem'
import { jobsOf } from '@keyhold/kit/testing/jobs'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { passwordResetLinks, passwordResetRequests } from '../../schema/links.ts'
import { loginFailures } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { resetMailsPerAccount, resetRequestsPerAddress, resetWindowMinutes, signInFailures } from '../../limits.ts'
import { identity } from '../../service.ts'
import { password, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
const visitor = actors.visitor()
let mails: { key: string; to: string; body: string }[] = []
let provider: 'takes' | 'refuses' | 'is down' = 'takes'

beforeAll(async () => {
  const post = stub(deliver, ({ body }) => {
    if (provider === 'is down') throw new Refusal('unavailable', 'messaging is down')
    if (provider === 'takes') mails.push({ key: body.key, to: body.to, body: body.body })
    return { id: v7(), status: provider === 'takes' ? ('sent' as const) : ('failed' as const), reason: null }
  })
  app = await startTestApp([identity], { stubs: [post], env: { PUBLIC_URL: 'https://keyhold.test/' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db('identity').adminTransaction('test', async (tx) => {
    await tx.delete(passwordResetRequests)
    await tx.execute(sql`delete from job`)
  })
  mails = []
  provider = 'takes'
})

const system = <T>(fn: Parameters<ReturnType<TestApp['db']>['adminTransaction']>[1]) =>
  app.db('identity').adminTransaction('test', fn) as Promise<T>
let addresses = 0
const ask = (email: string, ip = `10.8.${++addresses >> 8}.${addresses & 255}`) =>
  app.send(forgotPassword, visitor, { body: { email }, ip })
const set = (token: string, newPassword = 'a new secret') =>
  app.send(resetPassword, visitor, { body: { token, newPassword } })
const requests = () =>
  system<(typeof passwordResetRequests.$inferSelect)[]>((tx) => tx.select().from(passwordResetRequests))
const jobs = () => jobsOf(app.db('identity'), 'mail-reset-link')
const attempted = async (times: number) => {
  await app.tick()
  expect((await jobs()).map(({ attempts }) => attempts)).toEqual([times])
}
const settled = async () => {
  await app.tick()
  for (const { state } of await jobs()) expect(['done', 'dead']).toContain(state)
}
const tokenIn = (mail: { body: string } | undefined) =>
  /https:\/\/keyhold\.test\/reset-password\?token=([\w-]{43})\n/.exec(mail?.body ?? '')?.[1] ?? ''
const tokenFor = async (email: string) => {
  const answer = await ask(email)
  expect(answer.status).toBe(200)
  await settled()
  return tokenIn(mails.findLast(({ to }) => to === email.toLowerCase()))
}
const renew = (refreshToken: string) =>
  app.send(refresh, visitor, { headers: { cookie: `kh_refresh=${refreshToken}` } })
const tryPassword = async (email: string, tried: string) =>
  (await app.send(login, visitor, { body: { email, password: tried, userType: 'landlord' }, ip: '10.9.9.9' })).status

test('the mailed link sets a new password, ends every session and unblocks the account', async () => {
  const user = await signUp(app)
  const [one, other] = [await signIn(app, user), await signIn(app, user)]
  for (let i = 0; i < signInFailures; i++)
    await app.send(login, visitor, {
      body: { email: user.email, password: 'wrong', userType: 'landlord' },
      ip: '10.9.9.9',
    })
  expect(await tryPassword(user.email, password)).toBe(429)

  const token = await tokenFor(user.email.toUpperCase())
  expect((await renew(one.refreshToken)).status, 'a request alone ends nothing').toBe(200)
  expect(await set(token)).toMatchObject({ status: 200, body: { email: user.email } })

  expect((await renew(other.refreshToken)).status).toBe(401)
  expect(await tryPassword(user.email, password)).toBe(401)
  expect(await tryPassword(user.email, 'a new secret')).toBe(200)
  await app.settled()
  const ended = app.published(SessionRevoked).map(({ sessionId }) => sessionId)
  expect(ended).toEqual(expect.arrayContaining([one.actor.sessionId, other.actor.sessionId]))
  await system((tx) => tx.delete(loginFailures))
})

test('a request is answered and stored alike with an account, without one and for a deactivated one, and only the first is mailed', async () => {
  const [user, closed] = [await signUp(app), await signUp(app)]
  await system((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, closed.id)))
  const emails = [user.email, 'nobody@nowhere.test', closed.email]
  const answers = await Promise.all(emails.map((email) => ask(email)))
  for (const { status, body, headers } of answers)
    expect({ status, body, headers }).toEqual({ status: 200, body: { accepted: true }, headers: answers[0]!.headers })
  await settled()
  const rows = await requests()
  expect(emails.map((email) => rows.filter((row) => row.email === email).map(({ isMailed }) => isMailed))).toEqual([
    [true],
    [true],
    [true],
  ])
  expect((await jobs()).map(({ attempts, state }) => [attempts, state])).toEqual(emails.map(() => [1, 'done']))
  expect(mails.map(({ to }) => to)).toEqual([user.email])
})

test('answers without waiting for the mail, and mails later when messaging was down', async () => {
  const user = await signUp(app)
  provider = 'is down'
  expect((await ask(user.email)).status).toBe(200)
  await attempted(1)
  provider = 'takes'
  app.clock.advance(61_000)
  await attempted(2)
  expect(mails).toHaveLength(1)
  expect((await set(tokenIn(mails[0]))).status).toBe(200)
})

test('a mail that the provider refuses is given up after three attempts', async () => {
  const user = await signUp(app)
  provider = 'refuses'
  await ask(user.email)
  for (const times of [1, 2]) {
    await attempted(times)
    app.clock.advance(61_000)
  }
  await settled()
  expect(await jobs()).toMatchObject([{ state: 'dead', attempts: 3 }])
  app.clock.advance(60 * 60_000)
  await attempted(3)
})

test('a link works once within `resetLinkMinutes`, and an invented or shortened one does not', async () => {
  const user = await signUp(app)
  const used = await tokenFor(user.email)
  const unused = await tokenFor(user.email)
  expect((await set(used)).status).toBe(200)
  const old = await tokenFor(user.email)
  app.clock.advance(resetLinkMinutes * 60_000)
  for (const token of [used, unused, old, 'invented', used.slice(0, 42)])
    expect((await set(token, 'another secret')).problem).toMatchObject({
      status: 404,
      code: 'link-invalid',
      detail: 'This link is invalid, expired, or has already been used. Please ask for a new one.',
    })
  expect(await tryPassword(user.email, 'a new secret')).toBe(200)
})

test('of five concurrent uses of a link, one sets the password', async () => {
  const user = await signUp(app)
  const token = await tokenFor(user.email)
  const answers = await Promise.all(['one', 'two', 'three', 'four', 'five'].map((word) => set(token, `${word} secret`)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
})

test('only the hash of the token is stored', async () => {
  const user = await signUp(app)
  const token = await tokenFor(user.email)
  const rows = await system((tx) => tx.select().from(passwordResetLinks))
  expect(JSON.stringify([rows, await system((tx) => tx.select().from(passwordResetRequests))])).not.toContain(token)
})

test.each([
  ['12345', 'Password must be at least 6 characters long'],
  ['qwerty123', 'This password is too common. Please choose another'],
])('%s is refused as the new password, and the link stays valid', async (newPassword, message) => {
  const user = await signUp(app)
  const token = await tokenFor(user.email)
  expect((await set(token, newPassword)).problem).toMatchObject({
    status: 400,
    issues: [{ path: 'newPassword', message }],
  })
  expect((await set(token)).status).toBe(200)
})

test('changing the password or deactivating the account makes mailed links void', async () => {
  const [changed, closed] = [await signUp(app), await signUp(app)]
  const { actor } = await signIn(app, changed)
  const tokens = [await tokenFor(changed.email), await tokenFor(closed.email)]
  await app.send(updatePassword, actor, { body: { currentPassword: password, newPassword: 'chosen myself' } })
  await system((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, closed.id)))
  for (const token of tokens) expect((await set(token)).status).toBe(404)
})

test('at most `resetMailsPerAccount` mails go to one account in the window, and the answer does not reveal it', async () => {
  const user = await signUp(app)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(user.email)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  await settled()
  expect(mails).toHaveLength(resetMailsPerAccount)
  expect((await set(tokenIn(mails[0]))).status, 'the first link is still valid').toBe(200)
  app.clock.advance(resetWindowMinutes * 60_000)
  await tokenFor(user.email)
  expect(mails.filter(({ key }) => key.startsWith('password-reset:'))).toHaveLength(resetMailsPerAccount + 1)
  // The owner gets a mail about the change.
  expect(mails.filter(({ key }) => key.startsWith('changed:')).map(({ to }) => to)).toEqual([user.email])
})

test('more than `resetRequestsPerAddress` from one address are refused, whatever the email', async () => {
  const answers = await Promise.all(
    Array.from({ length: resetRequestsPerAddress + 5 }, (_, i) => ask(`someone${i}@nowhere.test`, '10.250.0.1')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(resetRequestsPerAddress)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.headers['retry-after']).toBe(String(resetWindowMinutes * 60))
  expect((await ask('someone@nowhere.test', '10.250.0.2')).status).toBe(200)
  app.clock.advance(resetWindowMinutes * 60_000)
  expect((await ask('someone@nowhere.test', '10.250.0.1')).status).toBe(200)
})
