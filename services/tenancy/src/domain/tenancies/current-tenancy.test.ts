import { termKinds } from '@keyhold/contracts/tenancy/tenancies'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { property } from '../../schema/projections.ts'
import { tenancy } from '../../schema/tenancies.ts'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { isCurrent, isEnding } from './current-tenancy.ts'
import { statusOf } from './terms.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => {
  app = await startTenancyApp()
})
afterAll(() => app?.stop())

const zones = ['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Europe/London', null]
const nearbyDay = fc.integer({ min: -40, max: 40 })
const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 3 })
const tenancies = fc.record({
  zone: fc.constantFrom(...zones),
  start: nullable(nearbyDay),
  length: nullable(fc.integer({ min: 1, max: 40 })),
  termKind: fc.constantFrom(...termKinds),
  out: nullable(nearbyDay),
  isVoid: fc.boolean(),
})
/** Around clock changes, the turn of the year and a leap day. */
const moments = fc
  .record({
    day: fc.constantFrom('2026-03-08', '2026-11-01', '2026-12-31', '2028-02-29'),
    minutes: fc.integer({ min: -1_500, max: 1_500 }),
  })
  .map(({ day, minutes }) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000))

test('the SQL conditions agree with statusOf in every time zone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(tenancies, { minLength: 1, maxLength: 40 }),
      moments,
      fc.integer({ min: 0, max: 60 }),
      async (list, moment, days) => {
        const landlord = actors.landlord()
        const { landlordId } = landlord
        const homes = new Map(zones.map((zone) => [zone, v7()]))
        const base = dateAt(moment, 'UTC')
        const rows = list.map(({ zone, start, length, termKind, out, isVoid }) => {
          const startDate = start === null ? null : addDays(base, start)
          const endDate = length === null || termKind === 'at_will' ? null : addDays(startDate ?? base, length)
          const propertyId = zone === null ? null : homes.get(zone)!
          const terms = { startDate, endDate, termKind, movedOutOn: out === null ? null : addDays(base, out), isVoid }
          return { ...terms, id: v7(), landlordId, propertyId, unitId: propertyId, accountId: v7(), zone }
        })
        await app.db('tenancy').transaction(landlord, async (tx) => {
          for (const [timeZone, propertyId] of homes)
            if (timeZone)
              await tx.insert(property).values({ landlordId, propertyId, name: timeZone, timeZone, isDeleted: false })
          await tx.insert(tenancy).values(rows)
        })
        const at = moment.toISOString()
        const [current, ending] = await app
          .db('tenancy')
          .read(
            landlord,
            (read) =>
              [
                read<
                  { id: string }[]
                >`select y.id from tenancy_record y where y.landlord_id = ${landlordId} and ${isCurrent(read, at)} order by y.id`,
                read<
                  { id: string }[]
                >`select y.id from tenancy_record y where y.landlord_id = ${landlordId} and ${isEnding(read, at, days)} order by y.id`,
              ] as const,
          )
        const today = (row: (typeof rows)[number]) => dateAt(moment, row.zone)
        const sortedIds = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted()
        expect(sortedIds(current)).toEqual(sortedIds(rows.filter((row) => statusOf(row, today(row)) !== 'ended')))
        const ends = rows.filter((row) => {
          const isSoon = row.endDate !== null && row.endDate <= addDays(today(row), days)
          return (
            isSoon && !row.isVoid && row.movedOutOn === null && (row.termKind === 'fixed' || row.endDate! >= today(row))
          )
        })
        expect(sortedIds(ending)).toEqual(sortedIds(ends))
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)
