import { rentShares, saveRentShares } from '@keyhold/contracts/tenancy/tenant-profile'
import { tenantHistory, tenantProfile } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleOf } from '../../testing/people.ts'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

const save = (landlord: LandlordActor, id: string | null, shares: { tenantId: string; share: number | null }[]) =>
  app.send(saveRentShares, landlord, { params: { id: id ?? '' }, body: { shares } })

test('each tenant sees their own share of the rent, and the history says who entered it', async () => {
  const landlord = actors.landlord()
  const { ann, ben, tenancyId } = await people.couple(landlord)
  const saved = await save(landlord, tenancyId, [
    { tenantId: ann.id, share: 700 },
    { tenantId: ben.id, share: 500 },
  ])
  expect(saved.body).toMatchObject({ monthlyRent: 1200, shares: [{ share: 700 }, { share: 500 }] })
  expect((await app.send(rentShares, landlord, { params: { id: tenancyId ?? '' } })).body).toEqual(saved.body)
  const shareOf = async (id: string) => (await app.send(tenantProfile, actors.tenantOf(landlord, id))).body?.rentShare
  expect([await shareOf(ann.id), await shareOf(ben.id)]).toEqual([700, 500])
  const [latest] = (await app.send(tenantHistory, landlord, { params: { id: ben.id } })).body
  expect([latest!.by, latest!.changes]).toEqual(['landlord', [{ field: 'rentShare', from: null, to: '500.00' }]])
})

test('shares never exceed the rent, also where two people enter theirs at once', async () => {
  const landlord = actors.landlord()
  const { ann, ben, tenancyId } = await people.couple(landlord)
  const answers = await Promise.all(
    [ann, ben].map(({ id }) => save(landlord, tenancyId, [{ tenantId: id, share: 800 }])),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.problem.issues).toEqual([
    { path: 'shares', message: 'The shares are more than the rent' },
  ])
})

test('a tenancy or tenant of others has no share', async () => {
  const landlord = actors.landlord()
  const { ann, tenancyId } = await people.couple(landlord)
  const stranger = actors.landlord()
  expect((await save(stranger, tenancyId, [{ tenantId: ann.id, share: 1 }])).status).toBe(404)
  expect((await app.send(rentShares, stranger, { params: { id: tenancyId ?? '' } })).status).toBe(404)
  expect((await save(landlord, tenancyId, [{ tenantId: v7(), share: 1 }])).status).toBe(404)
  const tenant = actors.tenantOf(landlord, ann.id)
  expect((await app.send(rentShares, tenant, { params: { id: tenancyId ?? '' } })).status).toBe(403)
})
