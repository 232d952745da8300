import {
  BrandingChanged,
  changeBranding,
  deleteLogo,
  getBranding,
  landlordBranding,
  logoFile,
  portalBranding,
  resetBranding,
  uploadLogo,
} from '@keyhold/contracts/identity/branding'
import { type Subscription, SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { maxLogoBytes } from '@keyhold/contracts/identity/branding-limits'
import { noisyPicture, picture } from '@keyhold/kit/testing/pictures'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { createSuperAdmin, landlordActor, signUp } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([identity], { env: { PUBLIC_URL: 'https://rent.test' } })
})
afterAll(() => app.stop())

const newLandlord = async () => landlordActor(await signUp(app))
type Landlord = Awaited<ReturnType<typeof newLandlord>>

const colors = { primary: '#7a1f3d', text: '#ffffff' }
const change = (actor: Landlord, body: Record<string, unknown>) => app.send(changeBranding, actor, { body })
const settingsOf = async (actor: Landlord) => (await app.send(getBranding, actor)).body
const seenBy = async (actor: Parameters<TestApp['send']>[1]) => (await app.send(portalBranding, actor)).body
const upload = (actor: Landlord, bytes: Uint8Array) => app.send(uploadLogo, actor, { body: bytes as never })

let version = 0
async function subscribe({ landlordId }: Landlord, changes: Partial<Subscription>) {
  version += 1
  app.clock.advance(1000)
  await app.publish(SubscriptionChanged, {
    landlordId,
    plan: 'enterprise',
    status: 'active',
    maxProperties: null,
    trialStartDate: null,
    trialEndDate: null,
    subscriptionStartDate: null,
    subscriptionEndDate: null,
    interval: null,
    cancelAtPeriodEnd: false,
    pastDueSince: null,
    provider: null,
    credit: 0,
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    stripePriceId: null,
    ...changes,
  })
  await app.settled()
}

describe('a landlord sets a look', () => {
  test('that their tenants see, and no others', async () => {
    const [ann, ben] = [await newLandlord(), await newLandlord()]
    expect(await settingsOf(ann)).toEqual({ name: null, logo: null, colors: null, host: null, isApplied: true })
    const answer = await change(ann, { name: '  Oak & Elm Homes, LLC ', colors })
    expect(answer.status, answer.problem.detail).toBe(200)
    expect(await seenBy(actors.tenantOf(ann))).toEqual({ name: 'Oak & Elm Homes, LLC', colors, logo: null, host: null })
    expect(await seenBy(actors.tenantOf(ben))).toMatchObject({ name: null, colors: null })
    expect(await settingsOf(ben)).toMatchObject({ name: null, colors: null })
    // Their own screens stay Keyhold's.
    expect(await seenBy(ann)).toMatchObject({ name: null })
    await app.settled()
    expect(app.published(BrandingChanged).at(-1)).toMatchObject({ landlordId: ann.landlordId, colors })
  })

  test('field by field, and takes it back', async () => {
    const ann = await newLandlord()
    await change(ann, { name: 'Oak Homes', colors })
    await change(ann, { colors: null })
    expect(await settingsOf(ann)).toMatchObject({ name: 'Oak Homes', colors: null })
    await change(ann, { name: '' })
    expect(await settingsOf(ann)).toMatchObject({ name: null })
    await change(ann, { name: 'Oak Homes', colors })
    await upload(ann, await picture())
    expect((await app.send(resetBranding, ann)).status).toBe(204)
    expect(await settingsOf(ann)).toMatchObject({ name: null, colors: null, logo: null })
  })

  test.each([
    ['Keyhold'],
    ['K e y h o l d'],
    ['KΕYHOLD Support'],
    ['Кeyhоld'],
    ['Key-h0ld'],
    ['Keyho1d'],
    ['The Keyhold Team'],
    ['Ke\u200Byhold'],
    ['Oak\r\nBcc: all@example.com'],
    ['Oak <boss@example.com>'],
    ['"Oak" Homes'],
    ['Oak\u202Esemoh'],
    ['www.oak.example'],
    ['Visit https://evil.example'],
    ['.'],
    ['x'.repeat(61)],
  ])('but not the name %j', async (name) => {
    const ann = await newLandlord()
    const answer = await change(ann, { name })
    expect(answer.status).toBe(400)
    expect(answer.problem.issues?.[0]?.path).toBe('name')
    expect(await settingsOf(ann)).toMatchObject({ name: null })
  })

  test.each([
    [{ primary: '#777777', text: '#ffffff' }, /contrast is 4\.4 to 1/],
    [{ primary: 'red', text: '#ffffff' }, /Enter a color/],
    [{ primary: '#7a1f3d;}body{display:none', text: '#ffffff' }, /Enter a color/],
    [{ primary: '#7a1f3d' }, /Enter a color/],
  ])('but not the colors %j', async (wrong, sentence) => {
    const answer = await change(await newLandlord(), { colors: wrong })
    expect(answer.status).toBe(400)
    expect(answer.problem.detail).toMatch(sentence)
  })
})

test.each([['Key Holdings, LLC'], ['Monkey Hold'], ['Oak & Elm'], ['Häuser am See'], ['大家不動産'], ['3 Elms']])(
  'the name %j is nobody else’s',
  async (name) => {
    expect((await change(await newLandlord(), { name })).status).toBe(200)
  },
)

describe('a logo', () => {
  test('is encoded anew without metadata, and served to everybody who has its name', async () => {
    const ann = await newLandlord()
    const photo = await sharp(await picture({ width: 1200, height: 300 }))
      .withExif({ IFD0: { Copyright: 'SECRET' } })
      .jpeg()
      .toBuffer()
    const { body, status } = await upload(ann, photo)
    expect(status).toBe(200)
    expect(body.logo).toMatchObject({ width: 640, height: 160 })
    const name = body.logo!.url.split('/').at(-1)!
    const file = await app.send(logoFile, actors.visitor(), { params: { name } })
    expect(file.headers).toMatchObject({ 'content-type': 'image/png' })
    expect(file.headers['cache-control']).toContain('immutable')
    expect(Buffer.from(file.body).includes('SECRET')).toBe(false)
    expect(await sharp(Buffer.from(file.body)).metadata()).toMatchObject({ format: 'png', width: 640 })

    const { body: next } = await upload(ann, await picture())
    expect(next.logo?.url).not.toBe(body.logo?.url)
    expect((await app.send(logoFile, actors.visitor(), { params: { name } })).status).toBe(404)
    expect((await app.send(deleteLogo, ann)).status).toBe(204)
    expect(await settingsOf(ann)).toMatchObject({ logo: null })
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a................'],
    ['a damaged PNG', '\x89PNG\r\n\x1a\n and no more'],
    ['nothing', ''],
  ])('is not %s', async (_, content) => {
    expect((await upload(await newLandlord(), Buffer.from(content, 'latin1'))).status).toBe(415)
  })

  test('of noise stays within its size', async () => {
    const ann = await newLandlord()
    const { body } = await upload(ann, await noisyPicture())
    expect(body.logo).toMatchObject({ width: 200, height: 200 })
    expect(maxLogoBytes).toBe(1024 * 1024)
  })
})

describe('the plan', () => {
  test('decides: after a downgrade the look is kept, shown to nobody and not changed; an upgrade brings it back', async () => {
    const ann = await newLandlord()
    const tenant = actors.tenantOf(ann)
    await subscribe(ann, {})
    await change(ann, { name: 'Oak Homes', colors })

    await subscribe(ann, { plan: 'professional' })
    expect(await settingsOf(ann)).toMatchObject({ name: 'Oak Homes', colors, isApplied: false })
    expect(await seenBy(tenant)).toMatchObject({ name: null, colors: null })
    expect(app.published(BrandingChanged).at(-1)).toMatchObject({ landlordId: ann.landlordId, name: null })
    const refused = await change(ann, { name: 'Elm Homes' })
    expect(refused.status).toBe(403)
    expect(refused.problem).toMatchObject({ code: 'plan-needed' })
    expect(refused.problem.detail).toContain('Enterprise')
    expect((await upload(ann, await picture())).status).toBe(403)

    await subscribe(ann, {})
    expect(await seenBy(tenant)).toMatchObject({ name: 'Oak Homes', colors })
    expect(app.published(BrandingChanged).at(-1)).toMatchObject({ landlordId: ann.landlordId, name: 'Oak Homes' })
  })

  test('of a trial includes it until the trial ends', async () => {
    const ann = await newLandlord()
    await change(ann, { name: 'Oak Homes' })
    const trialEndDate = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await subscribe(ann, { plan: 'basic', status: 'trial', trialEndDate })
    expect(await seenBy(actors.tenantOf(ann))).toMatchObject({ name: 'Oak Homes' })
    app.clock.advance(3_600_000)
    expect(await seenBy(actors.tenantOf(ann))).toMatchObject({ name: null })
  })

  test.each([
    ['expired', 'enterprise'],
    ['cancelled', 'enterprise'],
    ['active', 'basic'],
    ['active', 'free'],
  ] as const)('with the status %s of %s does not include it', async (status, plan) => {
    const ann = await newLandlord()
    await subscribe(ann, { status, plan })
    expect((await change(ann, { name: 'Oak Homes' })).status).toBe(403)
  })

  test('of the administrator includes it', async () => {
    const root = await createSuperAdmin(app)
    expect((await change(root, { name: 'Root Homes' })).status).toBe(200)
  })
})

test('tenants and visitors cannot read or set it, and other services read what applies', async () => {
  const ann = await newLandlord()
  await change(ann, { name: 'Oak Homes' })
  for (const actor of [actors.tenantOf(ann), actors.visitor()]) {
    expect([401, 403]).toContain((await app.send(getBranding, actor)).status)
    expect([401, 403]).toContain((await app.send(changeBranding, actor, { body: { name: 'Elm' } })).status)
    expect([401, 403]).toContain((await app.send(uploadLogo, actor, { body: Buffer.alloc(1) as never })).status)
  }
  const { landlordId } = ann
  const service = actors.service('payments', landlordId)
  expect((await app.send(landlordBranding, service, { params: { landlordId } })).body).toMatchObject({
    landlordId,
    name: 'Oak Homes',
  })
})
