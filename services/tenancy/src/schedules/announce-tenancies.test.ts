import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../testing/test-app.ts'
import { peopleOf } from '../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

test('tenancies that a migration created are announced once, for every landlord and beyond one batch', async () => {
  const landlords = [actors.landlord(), actors.landlord()]
  for (const landlord of landlords) {
    const { tenancyId } = await people.add(landlord, { monthlyRent: 900, leaseStartDate: '2026-01-01' })
    for (let i = 0; i < 3; i++) await people.add(landlord, { tenancyId })
  }
  await app.settled()
  const unannounced = sql`update tenancy set is_told = false`
  const copies = sql`
    insert into tenancy (landlord_id, account_id, is_told, is_claimed) select ${landlords[0]!.landlordId}::uuid, uuidv7(), false, true from generate_series(1, 250)`
  await app
    .db('tenancy')
    .adminTransaction(
      'a test restores the state after the migration',
      async (tx) => void (await tx.execute(unannounced), await tx.execute(copies)),
    )
  const before = app.published(TenancyChanged).length
  await app.tick() // registers the schedule; its slots count from now on
  for (let times = 0; times < 3; times++) {
    app.clock.advance(60_000)
    await app.tick()
  }
  await app.settled()
  const announced = app.published(TenancyChanged).slice(before)
  expect(announced).toHaveLength(252)
  expect(new Set(announced.map(({ tenancyId }) => tenancyId)).size).toBe(252)
  for (const { landlordId } of landlords)
    expect(announced.filter((one) => one.landlordId === landlordId && one.monthlyRent === 900)).toMatchObject([
      { tenantIds: { length: 4 } },
    ])
}, 60_000)
