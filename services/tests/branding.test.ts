import { request } from 'node:http'
import { changeBranding, claimHost, portalBranding, uploadLogo, verifyHost } from '@keyhold/contracts/identity/branding'
import { createInvitation, lookUpInvitation } from '@keyhold/contracts/tenancy/invitations'
import { recordReceipt, receiptFile, sendReceipt } from '@keyhold/contracts/payments/receipts'
import { createPayment } from '@keyhold/contracts/payments/payments'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { picture } from '@keyhold/kit/testing/pictures'
import { until } from '@keyhold/kit/testing/wait'
import { type NameServer, startNameServer } from '@keyhold/identity/testing/name-server'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Product, startProduct, testPassword } from '../testing/product.ts'

const clock = settableClock('2026-03-15T15:00:00Z')
const colors = { primary: '#7a1f3d', text: '#ffffff' }
const host = 'homes.example.com'
let names: NameServer
let product: Product
let ann: Person
let ben: Person
let toni: Person
beforeAll(async () => {
  names = await startNameServer()
  product = await startProduct({
    clock,
    env: { PUBLIC_URL: 'http://rent.example:8080', DNS_SERVER: names.address, TRUST_PROXY: '127.0.0.1' },
  })
  ;[ann, ben] = [await product.landlord('Ann'), await product.landlord('Ben')]
  toni = await product.tenantOf(ann)
  await ann.api(changeBranding, { body: { name: 'Oak & Elm "Homes"'.replaceAll('"', '’'), colors } })
  await ann.api(uploadLogo, { body: new Uint8Array(await picture({ width: 300, height: 80 })) as never })
}, 60_000)
afterAll(async () => {
  await product?.stop()
  await names?.close()
})
const name = 'Oak & Elm ’Homes’'

interface Asked {
  at?: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
}
/** A request with a `Host` header of choice, which `fetch` does not send. */
const ask = (path: string, { at = `${host}:8080`, method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number; text: string; cookies: string[]; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const { port } = new URL(product.url)
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, host: at },
        },
        (answer) => {
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(pieces).toString('utf8'),
              cookies: answer.headers['set-cookie'] ?? [],
              headers: answer.headers,
            }),
          )
        },
      ).on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    },
  )
const cookieOf = (person: Person) => [...person.cookies].map(([key, value]) => `${key}=${value}`).join('; ')

describe('a landlord’s look', () => {
  it('is on the portal and on the page of an invitation, not with another landlord', async () => {
    expect((await toni.api(portalBranding)).body).toMatchObject({ name, colors, logo: { width: 300, height: 80 } })
    const invite = async (landlord: Person) => {
      const { body } = await landlord.api(createInvitation, { body: { email: 'new@tenants.test', firstName: 'New' } })
      const token = new URL(body.inviteLink).searchParams.get('token') ?? ''
      return (await product.visitor().api(lookUpInvitation, { params: { token } })).body.branding
    }
    expect(await invite(ann)).toMatchObject({ name, colors })
    expect(await invite(ben)).toEqual({ name: null, colors: null, logo: null, host: null })
  })

  it('is on the mails and texts to tenants, and not on those to the landlord', async () => {
    const mailTo = (to: string) =>
      until(async () => (await product.outbox()).find((one) => one.to === to && one.subject?.includes('invites')))
    await ann.api(createInvitation, {
      body: { email: 'sms@tenants.test', firstName: 'Sim', phone: '+1 212 555 0199', sendSMS: true },
    })
    expect((await mailTo('sms@tenants.test')).fromName).toBe(name)
    const text = await until(async () => (await product.outbox()).find(({ to }) => to === '+12125550199'))
    expect(text.body.startsWith(`${name}: `)).toBe(true)

    await ben.api(createInvitation, { body: { email: 'ofben@tenants.test', firstName: 'Bo' } })
    expect((await mailTo('ofben@tenants.test')).fromName).toBeUndefined()
    const toAnn = await until(async () => (await product.outbox()).find(({ to }) => to === ann.email))
    expect(toAnn.fromName).toBeUndefined()
  })

  it('is on receipts, as name, logo and color', async () => {
    const tenantId = toni.user.tenantId ?? ''
    const charge = { tenantId, amount: 900, dueDate: '2026-03-01', paymentType: 'rent' }
    await until(async () => (await ann.api(createPayment, { body: charge })).status === 201)
    const { body: made } = await ann.api(recordReceipt, { body: { tenantId, amount: 900, paymentMethod: 'ach' } })
    const answer = await ann.fetch(receiptFile.path.replace(':id', made.id))
    const pdf = Buffer.from(await answer.arrayBuffer())
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
    expect(text).toContain(name)
    expect(text).not.toContain('Keyhold')
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')

    expect((await ann.api(sendReceipt, { params: { id: made.id } })).status).toBe(200)
    const mail = await until(async () => (await product.outbox()).find(({ subject }) => subject?.startsWith('Receipt')))
    expect(mail).toMatchObject({ fromName: name, to: toni.email })
  })
})

describe('a landlord’s own host', () => {
  it('serves nothing before it is proved', async () => {
    await ann.api(claimHost, { body: { host } })
    expect((await ask('/')).status).toBe(421)
    expect((await ask('/api/auth/user')).status).toBe(421)
  })

  it('opens with the landlord’s look once it is proved, at once', async () => {
    const { body } = await ann.api(claimHost, { body: { host } })
    names.set(`_keyhold.${host}`, [body.host?.records.find(({ type }) => type === 'TXT')?.value ?? ''])
    clock.advance(60_000)
    expect((await ann.api(verifyHost)).body.host?.verifiedAt).not.toBeNull()
    const page = await until(async () => {
      const answer = await ask('/api/portal-branding')
      return answer.status === 421 ? undefined : answer
    })
    expect(page.status).toBe(401)
  })

  it('lets the landlord’s tenants sign in and work, and keeps the origin check', async () => {
    const login = { email: toni.email, password: testPassword, userType: 'tenant' }
    const signedIn = await ask('/api/auth/login', { method: 'POST', body: login })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.cookies.map((one) => one.split(';')[0]).join('; ')
    expect(signedIn.cookies.join()).not.toMatch(/domain=/i)
    // For this name alone, by a proxy that is trusted.
    const secure = await ask('/', { headers: { 'x-forwarded-proto': 'https' } })
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask('/api/auth/user', { headers: { cookie } })).status).toBe(200)

    const change = (headers: Record<string, string>) =>
      ask('/api/auth/refresh', { method: 'POST', body: {}, headers: { cookie, ...headers } })
    const own = await change({ origin: `http://${host}:8080` })
    expect(own.status).toBe(200)
    const next = own.cookies.map((one) => one.split(';')[0]).join('; ')
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: `http://other.example.com:8080`, 'sec-fetch-site': 'same-site' },
    ])
      expect(
        (await ask('/api/auth/refresh', { method: 'POST', body: {}, headers: { cookie: next, ...headers } })).status,
      ).toBe(403)
  })

  it('is nothing to other landlords’ people: neither their password nor their session opens anything there', async () => {
    const login = { email: ben.email, password: testPassword, userType: 'landlord' }
    expect((await ask('/api/auth/login', { method: 'POST', body: login })).status).toBe(401)
    expect((await ask('/api/auth/user', { headers: { cookie: cookieOf(ben) } })).status).toBe(401)
    expect((await ask('/api/stream', { headers: { cookie: cookieOf(ben) } })).status).toBe(401)
    expect((await ask('/api/auth/user', { headers: { cookie: cookieOf(ann) } })).status).toBe(200)
  })

  it('is where the links in mails to tenants lead, and a reset that is asked for there', async () => {
    await ann.api(createInvitation, { body: { email: 'late@tenants.test', firstName: 'Lou' } })
    const mail = await until(async () => (await product.outbox()).find(({ to }) => to === 'late@tenants.test'))
    expect(mail.body).toContain(`http://${host}:8080/tenant-register?token=`)
    expect(mail.body).not.toContain('rent.example')
    await ben.api(createInvitation, { body: { email: 'late@other.test', firstName: 'Lou' } })
    const other = await until(async () => (await product.outbox()).find(({ to }) => to === 'late@other.test'))
    expect(other.body).toContain('http://rent.example:8080/tenant-register?token=')

    await ask('/api/auth/forgot-password', { method: 'POST', body: { email: toni.email } })
    const reset = await until(async () => (await product.outbox()).find(({ body }) => body.includes('/reset-password')))
    expect(reset.body).toContain(`http://${host}:8080/reset-password?token=`)
  })

  it('does not take in other names', async () => {
    for (const at of ['evil.example', `${host}.evil.example`, `x.${host}`, 'rent.example.evil'])
      expect([at, (await ask('/', { at })).status]).toEqual([at, 421])
  })
})
