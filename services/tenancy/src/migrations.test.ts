import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolePassword } from '@keyhold/kit/database/service-roles'
import { migrateService } from '@keyhold/kit/database/migrate'
import { freshDatabase } from '@keyhold/kit/testing/database'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTables } from './schema/projections.ts'

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'keyhold-tenancy-'))
let database: Awaited<ReturnType<typeof freshDatabase>>
let sql: postgres.Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = postgres(database.url, {
    max: 1,
    onnotice: () => {},
    transform: postgres.camel,
    types: { date: { to: 1082, from: [1082], serialize: String, parse: String } },
  })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

// Roles belong to the whole server: another password would lock out the test files that run at the same time.
const password = rolePassword('test', 'tenancy')
const migrate = (from: string) =>
  migrateService({
    url: database.url,
    service: 'tenancy',
    migrations: from,
    shared: sharedTables,
    rolePassword: password,
  })

/** Applies the migrations before tenancies were introduced. */
async function migrateUntilImports(): Promise<void> {
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number }[] }
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.filter(({ idx }) => idx <= 3) }))
  await migrate(folder)
}

test('every tenant with a home or terms gets a tenancy with the same id and the same terms', async () => {
  await migrateUntilImports()
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
  await migrate(migrations)
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
  })
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
  await migrate(migrations)
})
