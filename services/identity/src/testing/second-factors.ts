import type { LoginForm, SecondStep } from '@keyhold/contracts/identity/accounts'
import { login } from '@keyhold/contracts/identity/accounts'
import {
  addPasskey,
  confirmAuthenticatorApp,
  enterCode,
  passkeyOptions,
  startAuthenticatorApp,
} from '@keyhold/contracts/identity/second-factors'
import type { z } from '@keyhold/contracts/zod'
import { actors, type TestApp } from '@keyhold/kit/testing/test-app'
import { generate } from 'otplib'
import type { createAuthenticator } from './authenticator.ts'
import { actorOf, cookie, password, type SignedIn } from './people.ts'

type Actor = SignedIn['actor']

/** The code that an authenticator app shows; `steps` periods of 30 seconds later. */
export const codeOf = (app: TestApp, secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + steps * 30 })

/** Sets up an authenticator app. Its next code counts from the next period on. */
export async function setUpApp(app: TestApp, actor: Actor): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await app.send(startAuthenticatorApp, actor)
  if (started.status !== 200) throw new Error(started.problem.detail)
  const { secret } = started.body
  const confirmed = await app.send(confirmAuthenticatorApp, actor, { body: { code: await codeOf(app, secret) } })
  if (confirmed.status !== 200) throw new Error(confirmed.problem.detail)
  app.clock.advance(30_000)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes ?? [] }
}

export async function setUpPasskey(
  app: TestApp,
  actor: Actor,
  authenticator: ReturnType<typeof createAuthenticator>,
  name = 'Phone',
) {
  const options = await app.send(passkeyOptions, actor)
  if (options.status !== 200) throw new Error(options.problem.detail)
  const answer = authenticator.create({ options: options.body })
  const added = await app.send(addPasskey, actor, { body: { name, answer } })
  if (added.status !== 201) throw new Error(added.problem.detail)
  return added.body
}

/** Types the password. `step` is the cookie that the second step needs; `methods` what it takes. */
export async function typePassword(app: TestApp, person: Partial<z.input<typeof LoginForm>>, ip?: string) {
  const body = { password, userType: 'landlord', ...person }
  const answer = await app.send(login, actors.visitor(), { body, ...(ip ? { ip } : {}) })
  if (answer.status !== 200) throw new Error(answer.problem.detail)
  return { answer, step: cookie(answer, 'kh_step'), methods: (answer.body as SecondStep).secondStep }
}

export const typeCode = (
  app: TestApp,
  step: string | undefined,
  code: string,
  { ip = '127.0.0.1', cookies = '' } = {},
) =>
  app.send(enterCode, actors.visitor(), {
    body: { code },
    headers: { cookie: `${cookies}${step === undefined ? '' : `kh_step=${step}`}` },
    ip,
  })

export const signedInBy = (answer: { cookies: string[] }): Actor => actorOf(cookie(answer, 'kh_access')!)
