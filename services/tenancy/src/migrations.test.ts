import { type OlderDatabase, olderDatabase } from '@keyhold/kit/testing/older-schema'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenancy } from './service.ts'

let database: OlderDatabase
beforeAll(async () => {
  database = await olderDatabase(tenancy, 'tenancies')
})
afterAll(() => database.stop())

test('every tenant with a home or terms gets a tenancy with the same id and the same terms', async () => {
  const { sql } = database
  const [landlordId, propertyId] = [v7(), v7()]
  await sql`insert into tenancy.property (landlord_id, property_id, name, time_zone, is_deleted) values (${landlordId}, ${propertyId}, 'Elm', 'Pacific/Kiritimati', false)`
  const people = {
    living: {
      propertyId,
      leaseStartDate: '2026-01-31',
      leaseEndDate: '2027-01-30',
      monthlyRent: '1200.50',
      securityDeposit: '1000',
    },
    renting: { monthlyRent: '900' },
    depositing: { securityDeposit: '0' },
    gone: { propertyId, isActive: false, updatedAt: '2026-02-28T10:30:00Z' },
    archived: { propertyId, isActive: false, updatedAt: '2026-03-28T10:30:00Z', deletedAt: '2026-03-01T09:30:00Z' },
    nothing: {},
  }
  const ids = new Map<string, string>()
  for (const [name, { ...fields }] of Object.entries(people)) {
    const id = v7()
    ids.set(name, id)
    const row = { id, landlordId, firstName: name, lastName: 'Old', email: `${name}@example.com`, ...fields }
    await sql`insert into tenancy.tenant ${sql(row)}`
  }
  await database.upgrade()
  const tenantOf = async (name: string) => {
    const [row] = await sql`select * from tenancy.tenant_record where id = ${ids.get(name)!}`
    return row
  }
  const tenancyOf = async (name: string) => {
    const id = ids.get(name)!
    const [row] = await sql`
      select y.*, y.is_told as is_announced, m.left_on, m.has_left, m.joined_on from tenancy.tenancy y join tenancy.member m on m.tenancy_id = y.id and m.tenant_id = ${id} where y.id = ${id}`
    return row
  }
  const living = await tenantOf('living')
  expect(living).toMatchObject({
    tenancyId: ids.get('living'),
    accountId: ids.get('living'),
    propertyId,
    unitId: propertyId,
    propertyName: 'Elm',
    leaseStartDate: '2026-01-31',
    leaseEndDate: '2027-01-30',
    monthlyRent: '1200.50',
    securityDeposit: '1000.00',
  })
  expect(await tenancyOf('living')).toMatchObject({
    isAnnounced: false,
    isVoid: false,
    termKind: 'fixed',
    rentSteps: [],
    billing: null,
    movedOutOn: null,
    hasLeft: false,
    // A schedule claims the nights of its home.
    isClaimed: false,
    claimedUnitId: null,
  })
  expect(await tenancyOf('renting')).toMatchObject({ isClaimed: true })
  expect(await tenantOf('renting')).toMatchObject({
    tenancyId: ids.get('renting'),
    monthlyRent: '900.00',
    propertyId: null,
    unitId: null,
  })
  expect(await tenantOf('depositing')).toMatchObject({ tenancyId: ids.get('depositing'), securityDeposit: '0.00' })
  // The date at the property: on Kiritimati it was already the next day.
  expect(await tenancyOf('gone')).toMatchObject({ movedOutOn: '2026-03-01', leftOn: '2026-03-01', hasLeft: true })
  expect(await tenancyOf('archived')).toMatchObject({ movedOutOn: '2026-03-01', hasLeft: true })
  expect(await tenantOf('nothing')).toMatchObject({ tenancyId: null, accountId: ids.get('nothing') })
  expect(await sql`select count(*)::int as n from tenancy.tenancy`).toMatchObject([{ n: 5 }])
  await database.upgrade()
})
