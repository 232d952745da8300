import { login, signup, type User } from '@keyhold/contracts/identity/accounts'
import type { LandlordActor, UserActor } from '@keyhold/kit/runtime/actor'
import { actors, type Answer, type TestApp } from '@keyhold/kit/testing/test-app'
import { decodeJwt } from 'jose'
import { users } from '../schema/users.ts'

export const password = 'correct horse battery'

let people = 0

/** The sign-up form of a new person. */
export const signUpForm = (changes: Record<string, unknown> = {}) => ({
  email: `person${++people}@example.com`,
  password,
  firstName: 'Ann',
  lastName: 'Lee',
  phone: '+1 555 010 1234',
  userType: 'landlord',
  ...changes,
})

export async function signUp(app: TestApp, changes: Record<string, unknown> = {}): Promise<User> {
  const answer = await app.send(signup, actors.visitor(), { body: signUpForm(changes) })
  if (answer.status !== 201) throw new Error(`signed up with ${answer.status}: ${answer.problem.detail}`)
  return answer.body
}

export interface SignedIn {
  actor: UserActor
  access: string
  refreshToken: string
  answer: Answer<typeof login>
}

/** Signs in. `actor` is who the gateway reads from the access token. */
export async function signIn(
  app: TestApp,
  user: Pick<User, 'email' | 'userType'>,
  changes: Record<string, unknown> = {},
): Promise<SignedIn> {
  const answer = await app.send(login, actors.visitor(), {
    body: { email: user.email, userType: user.userType, password, ...changes },
  })
  if (answer.status !== 200) throw new Error(`signed in with ${answer.status}: ${answer.problem.detail}`)
  const access = cookie(answer, 'kh_access')!
  return { actor: actorOf(access), access, refreshToken: cookie(answer, 'kh_refresh')!, answer }
}

export function actorOf(access: string): UserActor {
  const { sub, role, landlordId, tenantId, sid } = decodeJwt<Record<string, string>>(access)
  const actor = { role, userId: sub, landlordId, sessionId: sid }
  return (role === 'tenant' ? { ...actor, tenantId } : actor) as UserActor
}

/** The value of a cookie in an answer; undefined when it is not set, empty when it is deleted. */
export function cookie(answer: { cookies: string[] }, name: string): string | undefined {
  return answer.cookies
    .find((one) => one.startsWith(`${name}=`))
    ?.split(';')[0]
    ?.slice(name.length + 1)
}

/** A super admin with a confirmed account. */
export async function createSuperAdmin(app: TestApp, email = 'root@example.com'): Promise<LandlordActor> {
  const actor = actors.superAdmin()
  const person = { email, firstName: 'Robin', lastName: 'Root', passwordHash: 'none' }
  await app
    .db('identity')
    .adminTransaction('test', (tx) =>
      tx.insert(users).values({ ...person, id: actor.userId, landlordId: actor.userId, userType: 'super_admin' }),
    )
  return actor
}

export const landlordActor = ({ id }: Pick<User, 'id'>): LandlordActor => ({
  ...actors.landlord(),
  userId: id,
  landlordId: id,
})
