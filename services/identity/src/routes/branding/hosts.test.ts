import { login } from '@keyhold/contracts/identity/accounts'
import {
  BrandingChanged,
  changeBranding,
  claimHost,
  getBranding,
  hostBranding,
  releaseHost,
  verifyHost,
} from '@keyhold/contracts/identity/branding'
import { createTenantUser } from '@keyhold/contracts/identity/tenant-users'
import { tenantsWithEmail } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { type NameServer, startNameServer } from '../../testing/name-server.ts'
import { landlordActor, password, signUp } from '../../testing/people.ts'

let app: TestApp
let names: NameServer
beforeAll(async () => {
  names = await startNameServer()
  app = await startTestApp([identity], {
    env: { PUBLIC_URL: 'https://rent.example', DNS_SERVER: names.address },
    stubs: [stub(tenantsWithEmail, () => [])],
  })
})
afterAll(async () => {
  await app.stop()
  await names.close()
})
beforeEach(() => names.silence(false))

const newLandlord = async () => landlordActor(await signUp(app))
type Landlord = Awaited<ReturnType<typeof newLandlord>>
let hosts = 0
const newHost = () => `homes${++hosts}.example.com`
const service = actors.service('gateway')

const claim = async (actor: Landlord, host: string) => {
  const answer = await app.send(claimHost, actor, { body: { host } })
  expect(answer.status, answer.problem.detail).toBe(200)
  return answer.body.host!
}
/** As if the landlord had set the records. */
const publish = (...claims: Awaited<ReturnType<typeof claim>>[]) => {
  const [first] = claims
  const nameOf = first!.records.find(({ type }) => type === 'TXT')!.name
  names.set(nameOf, ['v=spf1 -all', ...claims.map(({ records }) => records.find(({ type }) => type === 'TXT')!.value)])
}
const verify = (actor: Landlord) => {
  app.clock.advance(10_000)
  return app.send(verifyHost, actor)
}
const ownerOf = async (host: string) => {
  const answer = await app.send(hostBranding, service, { params: { host } })
  return answer.status === 404 ? null : answer.body.landlordId
}
const proved = async (actor: Landlord, host: string) => {
  publish(await claim(actor, host))
  expect((await verify(actor)).body.host?.verifiedAt).not.toBeNull()
}

describe('a host name', () => {
  test('is claimed with the records to set, and counts once its proof is found', async () => {
    const ann = await newLandlord()
    const host = newHost()
    const claimed = await claim(ann, `  ${host.toUpperCase()}. `)
    expect(claimed).toMatchObject({ host, verifiedAt: null })
    expect(claimed.records).toEqual([
      { type: 'CNAME', name: host, value: 'rent.example' },
      { type: 'TXT', name: `_keyhold.${host}`, value: expect.stringMatching(/^keyhold-verify=[\w-]{27}$/) },
    ])
    expect(await ownerOf(host)).toBeNull()

    const early = await verify(ann)
    expect(early.body.host).toMatchObject({ verifiedAt: null, problem: expect.stringContaining(`_keyhold.${host}`) })
    expect(await ownerOf(host)).toBeNull()

    publish(claimed)
    expect((await verify(ann)).body.host).toMatchObject({ problem: null, verifiedAt: expect.any(String) })
    expect(await ownerOf(host)).toBe(ann.landlordId)
    await app.settled()
    expect(app.published(BrandingChanged).at(-1)).toMatchObject({ landlordId: ann.landlordId, host })

    expect((await app.send(releaseHost, ann)).status).toBe(204)
    expect(await ownerOf(host)).toBeNull()
  })

  test('keeps its proof when it is claimed again, and loses it for another', async () => {
    const ann = await newLandlord()
    const host = newHost()
    const { records } = await claim(ann, host)
    expect((await claim(ann, host)).records).toEqual(records)
    publish({ records } as never)
    await verify(ann)
    await claim(ann, newHost())
    expect(await ownerOf(host)).toBeNull()
  })

  test.each([
    ['localhost'],
    ['127.0.0.1'],
    ['[::1]'],
    ['homes'],
    ['homes.example.com:8080'],
    ['https://homes.example.com'],
    ['homes.example.com/x'],
    ['*.example.com'],
    ['homes..example.com'],
    ['-homes.example.com'],
    ['a@homes.example.com'],
    ['homes.example.com\r\nX: y'],
    ['1.2.3.0x7f'],
    ['rent.example'],
    ['portal.rent.example'],
    ['example'],
    ['db.internal'],
    ['printer.local'],
    [`${'a'.repeat(64)}.example.com`],
    [''],
  ])('is not %j', async (host) => {
    const answer = await app.send(claimHost, await newLandlord(), { body: { host } })
    expect(answer.status).toBe(400)
  })

  test('in another script is stored as browsers send it', async () => {
    expect(await claim(await newLandlord(), 'häuser.example.com')).toMatchObject({ host: 'xn--huser-gra.example.com' })
  })

  test('is not lost to a claim without proof, nor proved by the proof of another landlord', async () => {
    const [ann, ben] = [await newLandlord(), await newLandlord()]
    const host = newHost()
    await proved(ann, host)
    const ofBen = await claim(ben, host)
    expect((await verify(ben)).body.host).toMatchObject({ verifiedAt: null })
    expect(await ownerOf(host)).toBe(ann.landlordId)
    expect(ofBen.records).not.toEqual((await app.send(getBranding, ann)).body.host?.records)
  })

  test('belongs to one landlord: with both proofs in the DNS the first keeps it, without the first it changes hands', async () => {
    const [ann, ben] = [await newLandlord(), await newLandlord()]
    const host = newHost()
    const ofAnn = await claim(ann, host)
    const ofBen = await claim(ben, host)
    publish(ofAnn, ofBen)
    expect((await verify(ann)).status).toBe(200)
    expect((await verify(ben)).status).toBe(409)
    expect(await ownerOf(host)).toBe(ann.landlordId)

    publish(ofBen)
    expect((await verify(ben)).status).toBe(200)
    expect(await ownerOf(host)).toBe(ben.landlordId)
    expect((await app.send(getBranding, ann)).body.host).toMatchObject({
      verifiedAt: null,
      problem: expect.stringContaining('Another account'),
    })
  })

  test('is proved by one of ten who check at the same moment', async () => {
    const host = newHost()
    const landlords = await Promise.all(Array.from({ length: 10 }, newLandlord))
    publish(...(await Promise.all(landlords.map((one) => claim(one, host)))))
    app.clock.advance(10_000)
    const answers = await Promise.all(landlords.map((one) => app.send(verifyHost, one)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await ownerOf(host)).not.toBeNull()
  })

  test('is checked at most every few seconds, and stays unproved while no name server answers', async () => {
    const ann = await newLandlord()
    publish(await claim(ann, newHost()))
    names.silence(true)
    expect((await verify(ann)).status).toBe(503)
    names.silence(false)
    expect((await app.send(verifyHost, ann)).status).toBe(429)
    expect((await verify(ann)).status).toBe(200)
  }, 20_000)

  test('is claimed by landlords only', async () => {
    const ann = await newLandlord()
    for (const actor of [actors.tenantOf(ann), actors.visitor()])
      expect([401, 403]).toContain((await app.send(claimHost, actor, { body: { host: newHost() } })).status)
    expect((await app.send(verifyHost, ann)).status).toBe(404)
  })
})

test('at a landlord’s own host that landlord and their tenants sign in, and nobody else', async () => {
  const people = [await signUp(app), await signUp(app)]
  const [ann, ben] = people.map(landlordActor)
  const host = newHost()
  await app.send(changeBranding, ann!, { body: { name: 'Oak Homes' } })
  await proved(ann!, host)
  const loginOf = async (landlord: Landlord, email: string) => {
    const answer = await app.send(createTenantUser, landlord, { body: { email, password } })
    expect(answer.status, answer.problem.detail).toBe(201)
    return { email, userType: 'tenant' as const }
  }
  const ofAnn = await loginOf(ann!, 'of-ann@example.com')
  const ofBen = await loginOf(ben!, 'of-ben@example.com')
  const both = await loginOf(ann!, 'of-both@example.com')
  await loginOf(ben!, 'of-both@example.com')

  const enter = (who: { email: string; userType: string }, at: string) =>
    app.send(login, actors.visitor(), { body: { ...who, password }, headers: { host: at } })
  const landlordOf = async (who: { email: string; userType: string }, at: string) => {
    const { status, body } = await enter(who, at)
    return status === 200 && 'landlordId' in body ? body.landlordId : status
  }
  expect(await landlordOf(ofAnn, `${host}:443`)).toBe(ann!.landlordId)
  expect(await landlordOf(both, host)).toBe(ann!.landlordId)
  expect(await landlordOf({ email: people[0]!.email, userType: 'landlord' }, host)).toBe(ann!.landlordId)
  expect(await landlordOf(ofBen, host)).toBe(401)
  expect(await landlordOf({ email: people[1]!.email, userType: 'landlord' }, host)).toBe(401)
  expect(await landlordOf(ofBen, 'rent.example')).toBe(ben!.landlordId)
})
