import { type OlderDatabase, olderDatabase } from '@keyhold/kit/testing/older-schema'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payments } from './service.ts'

let database: OlderDatabase
beforeAll(async () => {
  database = await olderDatabase(payments, 'journal')
})
afterAll(() => database.stop())

test('rents that were set up as twelve go on from today, a fixed term to its end', async () => {
  const { sql } = database
  const landlordId = v7()
  const older: Record<string, { tenancy: Record<string, unknown>; rule?: Record<string, unknown> }> = {
    monthly: { tenancy: { termKind: 'at_will' } },
    rollover: { tenancy: { termKind: 'rollover', endDate: '2026-12-31' } },
    year: { tenancy: { endDate: '2026-12-31' } },
    // It ends on the day on which the thirteenth rent would be due.
    anniversary: { tenancy: { endDate: '2027-01-01' } },
    eighteen: { tenancy: { endDate: '2027-06-30' } },
    // Twelve rents were set up, whatever the end date.
    six: { tenancy: { endDate: '2026-06-30' } },
    left: { tenancy: { movedOutOn: '2026-05-10' }, rule: { endsOn: '2026-05-10' } },
    void: { tenancy: { isVoid: true }, rule: { endsOn: '2025-12-31' } },
    billed: { tenancy: { termKind: 'rollover' }, rule: { periods: null, postingDays: 3, nextPostOn: '2026-09-28' } },
  }
  for (const [name, { tenancy, rule }] of Object.entries(older)) {
    const id = v7()
    const own = { landlordId, tenantId: id, tenancyId: id }
    const dates = { startDate: '2026-01-01', termKind: 'fixed', isVoid: false, asOf: '2026-01-01T00:00:00Z' }
    await sql`insert into payments.tenancy ${sql({ ...own, tenantIds: sql.array([id], 2951) as never, steps: sql.json([]) as never, ...dates, ...tenancy })}`
    const plan = { startsOn: '2026-01-01', proration: 'none', isRent: true, periods: 12 }
    await sql`insert into payments.rule ${sql({ ...own, id, type: 'rent', description: name, steps: sql.json([]) as never, ...plan, ...rule })}`
  }
  await database.upgrade()
  const [{ today } = { today: '' }] = await sql<{ today: string }[]>`select current_date as today`
  const rules = await sql<{ description: string; endsOn: string; nextPostOn: string }[]>`
    select description, at_once, posting_days, resumes_on, ends_on, next_post_on from payments.rule order by id`
  const goesOn = { atOnce: 12, postingDays: 5, resumesOn: today, nextPostOn: today }
  expect(rules).toEqual([
    { description: 'monthly', ...goesOn, endsOn: null },
    { description: 'rollover', ...goesOn, endsOn: null },
    { description: 'year', ...goesOn, endsOn: '2026-12-31' },
    { description: 'anniversary', ...goesOn, endsOn: '2026-12-31' },
    { description: 'eighteen', ...goesOn, endsOn: '2027-06-30' },
    { description: 'six', ...goesOn, endsOn: '2026-12-31' },
    { description: 'left', ...goesOn, endsOn: '2026-05-10', nextPostOn: null },
    { description: 'void', ...goesOn, endsOn: '2025-12-31', nextPostOn: null },
    { description: 'billed', atOnce: 0, postingDays: 3, resumesOn: null, endsOn: null, nextPostOn: '2026-09-28' },
  ])
})
