import { ownLandlord, personalDetails, savePersonalDetails } from '@keyhold/contracts/tenancy/tenant-profile'
import { getTenant, tenantHistory, tenantProfile } from '@keyhold/contracts/tenancy/tenants'
import { TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
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

test('a tenant’s changes reach the landlord, whose history says that the tenant made them', async () => {
  const landlord = actors.landlord()
  const { id } = await people.add(landlord, { employerName: 'Acme' })
  const tenant = actors.tenantOf(landlord, id)
  const body = { phone: '+1 555 010 0123', dateOfBirth: '1990-02-03', monthlyIncome: 4200.5, employerName: '' }
  const saved = await app.send(savePersonalDetails, tenant, { body })
  expect(saved.body).toMatchObject({ ...body, employerName: null, emergencyContactName: null })
  expect((await app.send(personalDetails, tenant)).body).toEqual(saved.body)
  expect((await app.send(getTenant, landlord, { params: { id } })).body).toMatchObject({ phone: '+1 555 010 0123' })
  const [latest] = (await app.send(tenantHistory, landlord, { params: { id } })).body
  expect([latest!.by, latest!.changes.map(({ field }) => field)]).toEqual([
    'tenant',
    ['phone', 'dateOfBirth', 'employerName', 'monthlyIncome'],
  ])
  await app.settled()
  expect(app.published(TenantUpdated).at(-1)).toMatchObject({ tenantId: id, phone: '+1 555 010 0123' })
})

test('a tenant changes neither name, email, home nor rent, and nobody else’s record', async () => {
  const landlord = actors.landlord()
  const ann = await people.add(landlord, { monthlyRent: 900 })
  const ben = await people.add(landlord, { firstName: 'Ben' })
  const tenant = actors.tenantOf(landlord, ann.id)
  await app.send(savePersonalDetails, tenant, {
    body: { phone: '+1 555 010 0199', firstName: 'Eve', email: 'eve@example.com', monthlyRent: 1, id: ben.id },
  })
  expect(await people.tenant(landlord, ann.id)).toMatchObject({ firstName: 'Ann', email: ann.email, monthlyRent: 900 })
  expect((await people.tenant(landlord, ben.id)).phone).toBeNull()
  expect((await app.send(savePersonalDetails, landlord, { body: {} })).status).toBe(403)
  expect((await app.send(savePersonalDetails, actors.visitor(), { body: {} })).status).toBe(401)
  expect((await app.send(personalDetails, actors.tenantOf(actors.landlord(), ann.id))).status).toBe(404)
})

test('a tenant sees who they rent from and how to reach them, and an unlinked account sees nobody', async () => {
  const landlord = actors.landlord()
  const { id } = await people.add(landlord)
  expect((await app.send(ownLandlord, actors.tenantOf(landlord, id))).body).toEqual({
    name: 'Lee Lord',
    email: 'lee@example.com',
    phone: null,
  })
  expect((await app.send(ownLandlord, actors.unlinkedTenant())).problem.code).toBe('not-linked')
})

test('co-tenants see each other’s names beside the rent of the home', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.couple(landlord)
  const profile = async (id: string) => (await app.send(tenantProfile, actors.tenantOf(landlord, id))).body
  expect([await profile(ann.id), await profile(ben.id)].map((one) => one?.coTenants)).toEqual([
    ['Ben Archer'],
    ['Ann Archer'],
  ])
})
