import {
  changeEmail,
  confirm,
  confirmPassword,
  confirmPhone,
  getProofs,
  login,
  proveEmail,
  provePhone,
  refresh,
  signup,
  UserCreated,
} from '@keyhold/contracts/identity/accounts'
import { endOtherSessions, listAuthentication } from '@keyhold/contracts/identity/sessions'
import { deliver, type DeliveryForm } from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import { dayMs } from '@keyhold/kit/lib/dates'
import { actors, stub, startTestApp, type TestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestSessionDays, passwordFreshMinutes, phoneCodeGuesses, phoneCodesPerHour } from '../../limits.ts'
import { identity } from '../../service.ts'
import { cookie, password, signIn, signUpForm } from '../../testing/people.ts'

let app: TestApp
const visitor = actors.visitor()
const messages: z.output<typeof DeliveryForm>[] = []
beforeAll(async () => {
  const post = stub(deliver, ({ body }) => {
    messages.push(body)
    return { id: v7(), status: 'sent' as const, reason: null }
  })
  app = await startTestApp([identity], {
    stubs: [post],
    env: { EMAIL_PROOF: 'on', SIGNUPS_PER_HOUR: '20', PUBLIC_URL: 'http://localhost:8080' },
  })
})
afterAll(() => app.stop())

let networks = 0
/** A landlord from a network of their own. */
async function landlord(changes: Record<string, unknown> = {}) {
  const answer = await app.send(signup, visitor, { body: signUpForm(changes), ip: `192.0.2.${++networks}` })
  if (answer.status !== 201) throw new Error(answer.problem.detail)
  return answer.body
}
const lastToken = async () => {
  await app.tick()
  return /token=([\w-]+)/.exec(messages.at(-1)!.body)![1]!
}
const proofs = async (actor: Parameters<typeof app.send>[1]) => (await app.send(getProofs, actor)).body

test('an address is proved by the mailed link, in a session of the account only', async () => {
  const user = await landlord()
  const { actor } = await signIn(app, user)
  expect(await proofs(actor)).toEqual({ email: 'needed', phone: 'needed', isLocal: false })
  const token = await lastToken()
  expect(messages.at(-1)).toMatchObject({ to: user.email, landlordId: null })
  expect((await app.send(confirm, visitor, { body: { token } })).status).toBe(403)
  const other = await signIn(app, await landlord())
  expect((await app.send(confirm, other.actor, { body: { token } })).status).toBe(403)
  expect((await app.send(confirm, actor, { body: { token } })).body).toEqual({ email: user.email })
  expect((await app.send(confirm, actor, { body: { token } })).status).toBe(404)
  expect(await proofs(actor)).toMatchObject({ email: 'proved' })
  await app.settled()
  expect(app.published(UserCreated).findLast(({ userId }) => userId === user.id)).toMatchObject({
    emailProof: 'mailbox',
  })
})

test('the link leads to where the visitor is: on one machine both its names are allowed, another origin is not', async () => {
  const { actor } = await signIn(app, await landlord())
  const linkFrom = async (origin: string) => {
    expect((await app.send(proveEmail, actor, { headers: { origin } })).status).toBe(200)
    await app.tick()
    return /\S+(?=\/confirm)/.exec(messages.at(-1)!.body)![0]
  }
  expect(await linkFrom('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080')
  expect(await linkFrom('https://keyhold.example')).toBe('http://localhost:8080')
})

test('an address that is not proved is free for its owner, who keeps it from then on', async () => {
  const squatter = await landlord({ password: 'of the squatter 1' })
  const owner = await landlord({ email: squatter.email })
  const { actor } = await signIn(app, owner)
  await app.send(confirm, actor, { body: { token: await lastToken() } })
  expect((await proofs(actor)).email).toBe('proved')
  const again = await app.send(signup, visitor, { body: signUpForm({ email: owner.email }), ip: '192.0.2.250' })
  expect(again.problem).toMatchObject({ status: 409, code: 'email-taken' })
  // The squatter still reaches the squatter's account, and can never prove it.
  const squatting = await signIn(app, squatter, { password: 'of the squatter 1' })
  expect(squatting.actor.userId).toBe(squatter.id)
  await app.send(proveEmail, squatting.actor)
  expect((await app.send(confirm, squatting.actor, { body: { token: await lastToken() } })).status).toBe(409)
})

test('a phone number is proved by the texted code, which takes few guesses', async () => {
  const { actor } = await signIn(app, await landlord())
  const codeOf = () => /^\d{6}/.exec(messages.at(-1)!.body)![0]
  const enter = (code: string) => app.send(confirmPhone, actor, { body: { code } })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect((await app.send(provePhone, actor)).status).toBe(200)
  const first = codeOf()
  for (let i = 0; i < phoneCodeGuesses; i++) expect((await enter(wrong(first))).status).toBe(400)
  expect((await enter(first)).status).toBe(400)
  await app.send(provePhone, actor)
  expect((await enter(codeOf())).body).toMatchObject({ phone: 'proved' })
  for (let i = 0; i < phoneCodesPerHour; i++) await app.send(provePhone, actor)
  expect((await app.send(provePhone, actor)).status).toBe(429)
})

test('a new address counts once its link is opened, and the old one gets a notice', async () => {
  const user = await landlord()
  const { actor } = await signIn(app, user)
  await app.send(confirm, actor, { body: { token: await lastToken() } })
  const to = `new-${user.email}`
  expect((await app.send(changeEmail, actor, { body: { email: to, password: 'wrong' } })).status).toBe(400)
  expect((await app.send(changeEmail, actor, { body: { email: to, password } })).body).toEqual({ mailedTo: to })
  const token = await lastToken()
  expect(messages.at(-1)!.to).toBe(to)
  await signIn(app, user)
  expect((await app.send(confirm, actor, { body: { token } })).body).toEqual({ email: to })
  await app.tick()
  expect(messages.at(-1)).toMatchObject({ to: user.email, subject: expect.stringContaining('address') })
  await signIn(app, { ...user, email: to })
  const old = { email: user.email, password, userType: 'landlord' as const }
  expect((await app.send(login, visitor, { body: old })).status).toBe(401)
})

test('one network creates so many accounts an hour, whichever address of its /64 it uses', async () => {
  const statuses = []
  for (let i = 0; i < 25; i++)
    statuses.push((await app.send(signup, visitor, { body: signUpForm(), ip: `2001:db8:9:9::${i + 1}` })).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(statuses.slice(20)).toEqual(Array(5).fill(429))
  expect((await app.send(signup, visitor, { body: signUpForm(), ip: '2001:db8:9:a::1' })).status).toBe(201)
  app.clock.advance(60 * 60_000)
  expect((await app.send(signup, visitor, { body: signUpForm(), ip: '2001:db8:9:9::1' })).status).toBe(201)
})

test.each([
  ['ann1972', { firstName: 'Ann' }],
  ['Lee-Ann!', { firstName: 'Ann', lastName: 'Lee' }],
  ['rosalind.f', { email: 'rosalind.f@example.com' }],
  ['rosalind.f2@example.com', { email: 'rosalind.f2@example.com' }],
])('the own name or address is no password: %s', async (own, changes) => {
  const { status, problem } = await app.send(signup, visitor, {
    body: signUpForm({ ...changes, password: own }),
    ip: '192.0.2.251',
  })
  expect([status, problem.issues?.[0]?.path]).toEqual([400, 'password'])
})

test('a name with a link is refused', async () => {
  for (const firstName of ['https://evil.test', 'Win at evil.com/x', 'www.evil.test'])
    expect((await app.send(signup, visitor, { body: signUpForm({ firstName }), ip: '192.0.2.252' })).status).toBe(400)
  expect((await landlord({ firstName: 'Dr. J.', lastName: "O'Neil-Smith" })).firstName).toBe('Dr. J.')
})

test('ending other sessions asks for the password again after a while', async () => {
  const { actor } = await signIn(app, await landlord())
  expect((await app.send(endOtherSessions, actor)).status).toBe(200)
  app.clock.advance((passwordFreshMinutes + 1) * 60_000)
  expect((await app.send(endOtherSessions, actor)).problem).toMatchObject({ status: 403, code: 'password-needed' })
  expect((await app.send(confirmPassword, actor, { body: { password: 'wrong' } })).status).toBe(400)
  expect((await app.send(endOtherSessions, actor)).status).toBe(403)
  expect((await app.send(confirmPassword, actor, { body: { password } })).status).toBe(200)
  expect((await app.send(endOtherSessions, actor)).status).toBe(200)
})

test('a session ends after `longestSessionDays`, however often it is renewed', async () => {
  let { refreshToken } = await signIn(app, await landlord())
  const renew = () => app.send(refresh, visitor, { headers: { cookie: `kh_refresh=${refreshToken}` } })
  for (let days = 10; days < longestSessionDays; days += 10) {
    app.clock.advance(10 * dayMs)
    const answer = await renew()
    expect(answer.status).toBe(200)
    refreshToken = cookie(answer, 'kh_refresh')!
  }
  app.clock.advance(10 * dayMs)
  expect((await renew()).status).toBe(401)
})

test('the authentication log says who signed in or tried to, to the administrator', async () => {
  const user = await landlord()
  await signIn(app, user)
  await app.send(login, visitor, {
    body: { email: user.email, password: 'wrong', userType: 'landlord' },
    ip: '203.0.113.5',
  })
  const { body } = await app.send(listAuthentication, actors.superAdmin(), { query: { email: user.email } })
  expect(body).toMatchObject([
    { what: 'sign_in_refused', userId: null, email: user.email, ip: '203.0.113.5' },
    { what: 'signed_in', userId: user.id, email: user.email },
  ])
})
