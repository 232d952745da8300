import { listLandlords } from '@keyhold/contracts/identity/admin-accounts'
import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import {
  confirmAuthenticatorApp,
  getSecondFactor,
  startAuthenticatorApp,
} from '@keyhold/contracts/identity/second-factors'
import { listSessions } from '@keyhold/contracts/identity/sessions'
import { dashboardStats } from '@keyhold/contracts/gateway/dashboard'
import { createTenantUser, updateTenantUser } from '@keyhold/contracts/identity/tenant-users'
import { currentUser, login, logout, refresh, updatePassword } from '@keyhold/contracts/identity/accounts'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { oneTimeCode } from '@keyhold/kit/testing/one-time-code'
import { dayMs } from '@keyhold/kit/lib/dates'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Person, type Product, startProduct, testPassword } from '../../../../testing/product.ts'

const clock = settableClock('2026-03-15T15:00:00Z')
let product: Product
let ann: Person
let ben: Person
beforeAll(async () => {
  product = await startProduct({ clock, env: { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'http://rent.test' } })
  ann = await product.landlord('Ann')
  ben = await product.landlord('Ben')
})
afterAll(() => product.stop())

const credentials = (person: Person) => ({
  email: person.email,
  password: person.password,
  userType: 'landlord' as const,
})
const signIn = (person: Person) => product.signIn(person.email, person.password, 'landlord')
const who = (headers: Record<string, string>) => product.visitor().api(currentUser, { headers })
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
/** A client with the same cookies. */
const copyOf = (person: Person) => {
  const client = createClient(product.url)
  for (const [name, value] of person.cookies) client.cookies.set(name, value)
  return client
}

describe('the session’s cookies', () => {
  const attributes = (headers: Headers) => headers.getSetCookie().map((cookie) => cookie.replace(/=[\w.-]+;/, ';'))
  it('are HttpOnly and Lax, and the refresh token is sent to its own path only', async () => {
    const { headers } = await product.visitor().api(login, { body: credentials(ann) })
    expect(attributes(headers)).toEqual([
      'kh_access; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000',
      'kh_refresh; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=2592000',
      'kh_device; Path=/api; HttpOnly; SameSite=Lax; Max-Age=15552000',
    ])
    expect(headers.get('strict-transport-security')).toBeNull()
  })
  it('are Secure, with HSTS, when a trusted proxy says that the request came by HTTPS', async () => {
    const { headers } = await product
      .visitor()
      .api(login, { body: credentials(ann), headers: { 'x-forwarded-proto': 'https' } })
    for (const cookie of attributes(headers)) expect(cookie).toMatch(/^__Host-.*; Secure$/)
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  })
  it(
    'are Secure and of this host only, with HSTS, on a site with https, whatever the proxy leaves out',
    {
      timeout: 60_000,
    },
    async () => {
      const site = await startProduct({ clock, env: { PUBLIC_URL: 'https://rent.test', TRUST_PROXY: 'none' } })
      try {
        const [cora, dan] = [await site.landlord('Cora'), await site.landlord('Dan')]
        const { headers } = await site.visitor().api(login, { body: credentials(cora) })
        expect(attributes(headers)).toEqual([
          '__Host-kh_access; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure',
          '__Host-kh_refresh; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure',
          '__Host-kh_device; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure',
        ])
        expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)

        // Somebody with a sibling domain or on the network can set cookies without the prefix.
        const planted = new Map([...dan.cookies].map(([name, value]) => [name.replace('__Host-', ''), value]))
        for (const [name, value] of planted) cora.cookies.set(name, value)
        expect((await cora.api(currentUser)).body.id).toBe(cora.user.id)
        expect((await cora.api(refresh)).body.id).toBe(cora.user.id)
        const visitor = createClient(site.url)
        for (const [name, value] of planted) visitor.cookies.set(name, value)
        expect([(await visitor.api(currentUser)).status, (await visitor.api(refresh)).status]).toEqual([401, 401])

        const cleared = (await cora.api(logout)).headers.getSetCookie()
        expect(cleared.map((cookie) => cookie.replace(/ HttpOnly; SameSite=Lax; /, ' '))).toEqual([
          '__Host-kh_access=; Path=/; Max-Age=0; Secure',
          '__Host-kh_refresh=; Path=/; Max-Age=0; Secure',
          'kh_access=; Path=/; Max-Age=0',
          'kh_refresh=; Path=/api/auth; Max-Age=0',
        ])
        expect((await dan.api(currentUser)).status).toBe(200)
      } finally {
        await site.stop()
      }
    },
  )
  it('are deleted when signing out', async () => {
    const person = await signIn(ann)
    const { headers } = await person.api(logout)
    expect(headers.getSetCookie().map((cookie) => /^\w+=;.*Max-Age=0/.test(cookie))).toEqual([true, true])
  })
})

describe('the caller', () => {
  it('is the token’s owner, whatever identity headers came from outside', async () => {
    const forged = {
      'x-keyhold-call': JSON.stringify({ role: 'landlord', userId: ann.user.id, landlordId: ann.user.id }),
      'x-landlord-id': ann.user.id,
      'x-user-id': ann.user.id,
      'x-user-role': 'super_admin',
    }
    expect((await who(forged)).status).toBe(401)
    expect((await ben.api(currentUser, { headers: forged })).body.id).toBe(ben.user.id)
  })
  it('can be identified by a bearer token, which takes precedence over the cookie', async () => {
    const token = ann.cookies.get('kh_access')
    expect((await who(bearer(token))).body.id).toBe(ann.user.id)
    expect((await who({ authorization: `bearer ${token}` })).body.id).toBe(ann.user.id)
    expect((await ben.api(currentUser, { headers: bearer(token) })).body.id).toBe(ann.user.id)
  })
  it.each(['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', ''])(
    'is a visitor when the token is "%s"',
    async (token) => {
      expect((await who(bearer(token))).problem).toMatchObject({ title: 'Unauthorized', code: 'unauthorized' })
    },
  )
  it('is a visitor when a byte of the token was changed', async () => {
    const [head, body = '', signature] = (ann.cookies.get('kh_access') ?? '').split('.')
    const other = { ...(JSON.parse(atob(body)) as object), sub: ben.user.id, landlordId: ben.user.id }
    expect(
      (await who(bearer([head, btoa(JSON.stringify(other)).replaceAll('=', ''), signature].join('.')))).status,
    ).toBe(401)
  })
})

describe('a call that changes something with a cookie', () => {
  const property = { address: '1 Elm St', type: 'house', monthlyRent: 1000, bedrooms: 1, bathrooms: 1 }
  const add = (headers: Record<string, string>) => ann.api(createProperty, { body: property, headers })
  it.each<[string, Record<string, string>]>([
    ['another site, says Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    [
      'another site, says Sec-Fetch-Site, whatever Origin says',
      { 'sec-fetch-site': 'cross-site', origin: 'https://rent.test' },
    ],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.rent.test' }],
    ['another origin', { origin: 'https://evil.test' }],
    ['an origin that begins like ours', { origin: 'https://rent.test.evil.test' }],
    ['an origin that hides itself', { origin: 'null' }],
  ])('is refused when it comes from %s', async (_, headers) => {
    expect((await add(headers)).problem).toMatchObject({ status: 403, code: 'foreign-origin' })
  })
  it('is accepted from the site itself, and from programs that are not browsers', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'https://rent.test' },
      { origin: product.url },
    ] as Record<string, string>[])
      expect((await add(headers)).status, JSON.stringify(headers)).toBe(201)
    expect((await add({})).status).toBe(201)
  })
  it('is accepted from any origin with a bearer token, which browsers do not add by themselves', async () => {
    const answer = await product.visitor().api(createProperty, {
      body: property,
      headers: {
        ...bearer(ann.cookies.get('kh_access')),
        origin: 'https://partner.test',
        'sec-fetch-site': 'cross-site',
      },
    })
    expect(answer.status).toBe(201)
  })
  it('does not include reading: a GET is accepted', async () => {
    expect((await ann.api(currentUser, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  })
})

describe('an ended session is refused at once', () => {
  it('for a token accepted just before, when its owner signs out', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await signIn(ann)
      const thief = copyOf(person)
      expect((await thief.api(currentUser)).status).toBe(200)
      expect((await person.api(logout)).status).toBe(200)
      expect((await thief.api(currentUser)).status).toBe(401)
      expect((await thief.api(refresh)).status).toBe(401)
    }
    expect((await ann.api(currentUser)).status).toBe(200)
  })
  it('for the other sessions, but not this one, when the password changes', async () => {
    const [here, elsewhere] = [await signIn(ben), await signIn(ben)]
    expect((await elsewhere.api(currentUser)).status).toBe(200)
    expect(
      (await here.api(updatePassword, { body: { currentPassword: testPassword, newPassword: `${testPassword}!` } }))
        .status,
    ).toBe(200)
    expect((await elsewhere.api(currentUser)).status).toBe(401)
    expect((await here.api(currentUser)).status).toBe(200)
  })
  it('for a tenant whose landlord deactivates the portal login', async () => {
    const email = 'toni@tenants.test'
    const { body: portal } = await ann.api(createTenantUser, {
      body: { email, password: testPassword, firstName: 'Toni', lastName: 'Tenant' },
    })
    const tenant = await product.signIn(email, testPassword, 'tenant')
    expect((await tenant.api(currentUser)).status).toBe(200)
    expect((await ann.api(updateTenantUser, { params: { id: portal.id }, body: { isActive: false } })).status).toBe(200)
    expect((await tenant.api(currentUser)).status).toBe(401)
    expect((await tenant.api(refresh)).status).toBe(401)
  })
  it('for both holders, when a refresh token is used twice', async () => {
    const person = await signIn(ann)
    const thief = copyOf(person)
    expect((await person.api(refresh)).status).toBe(200)
    expect((await person.api(currentUser)).status).toBe(200)
    expect((await thief.api(refresh)).status).toBe(401)
    expect((await person.api(currentUser)).status).toBe(401)
    expect((await person.api(refresh)).status).toBe(401)
  })
})

it('password guessing is limited by account and by network address, whatever address the client claims', async () => {
  const guess = (email: string, ip: string) =>
    product
      .visitor()
      .api(login, { body: { email, password: 'wrong', userType: 'landlord' }, headers: { 'x-forwarded-for': ip } })
  // The address nearest to the proxy counts; the ones before it can be forged.
  const attempt = (n: number) => guess(`nobody${n}@landlords.test`, `198.51.100.${n}, 203.0.113.7`)
  let refused = await attempt(0)
  expect(refused.problem).toMatchObject({ status: 401, detail: 'Invalid email or password' })
  for (let n = 1; refused.status === 401 && n < 100; n++) refused = await attempt(n)
  expect(refused.problem).toMatchObject({ status: 429, code: 'too-many-requests' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect((await guess('one.more@landlords.test', '203.0.113.8')).status).toBe(401)
})

it('a token signed by a new key is accepted without a restart, and an expired one is refused', async () => {
  const old = (await signIn(ann)).cookies.get('kh_access') ?? ''
  expect((await who(bearer(old))).status).toBe(200)
  clock.advance(366 * dayMs) // longer than a key signs
  expect((await who(bearer(old))).status).toBe(401)
  const kid = (token: string) => decodeProtectedHeader(token).kid
  await product.tick()
  const fresh = (await signIn(ann)).cookies.get('kh_access') ?? ''
  expect(kid(fresh)).not.toBe(kid(old))
  expect((await who(bearer(fresh))).body.id).toBe(ann.user.id)
})

describe('the administrator of a site with https, without a second factor', () => {
  it('gets 403 with a sentence from everything but setting one up', { timeout: 60_000 }, async () => {
    const site = await startProduct({ clock, env: { PUBLIC_URL: 'https://rent.test', TRUST_PROXY: 'none' } })
    try {
      const admin = await site.superAdmin()
      for (const endpoint of [listLandlords, listActivity, dashboardStats, listSessions]) {
        const { status, problem } = await admin.api(endpoint)
        expect([status, problem.code]).toEqual([403, 'second-factor-missing'])
        expect(problem.detail).toContain('Set up an authenticator app or a passkey first.')
      }
      expect((await admin.fetch('/api/stream')).status).toBe(403)
      expect((await admin.api(currentUser)).status).toBe(200)
      expect((await admin.api(getSecondFactor)).body).toMatchObject({
        isRequired: true,
        passkeyOrigin: 'https://rent.test',
      })
      const { body } = await admin.api(startAuthenticatorApp)
      const code = oneTimeCode(body.secret, { now: clock.now().getTime() })
      expect((await admin.api(confirmAuthenticatorApp, { body: { code } })).status).toBe(200)
      expect((await admin.api(refresh)).status).toBe(200)
      expect((await admin.api(listLandlords)).status).toBe(200)
    } finally {
      await site.stop()
    }
  })
})
