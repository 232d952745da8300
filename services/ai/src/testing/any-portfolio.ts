import {
  maintenanceCategories,
  maintenancePriorities,
  maintenanceStatuses,
} from '@keyhold/contracts/maintenance/requests'
import { paymentTypes } from '@keyhold/contracts/payments/payments'
import { propertyTypes } from '@keyhold/contracts/properties/property-forms'
import { addDays } from '@keyhold/kit/lib/dates'
import * as fc from 'fast-check'
import type { Charge, Home, Ledger, Portfolio, Renter, Repair } from '../domain/insights/portfolio.ts'

/** An arbitrary for each field: a field that is added to the facts does not compile until it varies here. */
type Each<T> = { [K in keyof T]-?: fc.Arbitrary<T[K]> }

const start = '2026-01-01'
const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(start, days))
const instant = fc
  .integer({ min: 0, max: 200 * 86_400 })
  .map((seconds) => new Date(Date.parse(start) + seconds * 1000).toISOString())
const dollars = fc.integer({ min: 1, max: 400_000 }).map((cents) => cents / 100)
const maybeDollars = fc.oneof(fc.constant(0), dollars)
const id = fc.uuid({ version: 4 })
const zones = ['America/Chicago', 'Asia/Kolkata', 'Pacific/Honolulu', 'Pacific/Auckland', 'America/St_Johns'] as const

/** The first value three times in four, so that records have things in common and the rules find something. */
const mostly = <T>(first: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

const homeFields: Each<Home> = {
  propertyId: id,
  name: fc.constantFrom('Oak House', 'Elm Court', 'Ash Row'),
  city: mostly('Austin', null, 'Dallas'),
  state: mostly('TX', null, 'OR'),
  timeZone: fc.constantFrom(...zones),
  propertyType: mostly(...propertyTypes, null),
  bedrooms: mostly(1, null, 2),
  squareFeet: fc.option(fc.integer({ min: 300, max: 900 })),
  monthlyRent: fc.integer({ min: 500, max: 3000 }),
}

const renterFields = (propertyId: fc.Arbitrary<string | null>): Each<Renter> => ({
  tenantId: id,
  name: fc.constantFrom('Ada Moss', 'Ben Okoro'),
  propertyId,
  leaseStartDate: fc.option(day),
  leaseEndDate: fc.option(day),
  monthlyRent: fc.option(dollars),
  isActive: fc.boolean(),
})

const repairFields = (propertyId: fc.Arbitrary<string | null>): Each<Repair> => ({
  requestId: id,
  propertyId,
  title: fc.constantFrom('Dripping tap', 'Cold radiator'),
  category: mostly(...maintenanceCategories),
  priority: fc.constantFrom(...maintenancePriorities),
  status: fc.constantFrom(...maintenanceStatuses),
  openedAt: instant,
  scheduledDate: fc.option(day),
})

/** A charge is settled some days before or after it is due, or a part of it is open. */
const charges = (propertyId: fc.Arbitrary<string | null>): fc.Arbitrary<Charge> =>
  fc
    .record({ dueDate: day, open: maybeDollars, paid: maybeDollars, late: fc.integer({ min: -5, max: 20 }) })
    .chain(({ dueDate, open, paid, late }) => {
      const fields: Each<Charge> = {
        chargeId: id,
        propertyId,
        paymentType: mostly(...paymentTypes),
        amount: fc.constant(Math.round((open + paid) * 100) / 100),
        open: fc.constant(open),
        dueDate: fc.constant(dueDate),
        settledOn: fc.constant(open === 0 ? addDays(dueDate, late) : null),
      }
      return fc.record(fields)
    })

const ledgers = ({ tenantId }: Renter, propertyId: fc.Arbitrary<string | null>): fc.Arbitrary<Ledger> => {
  const fields: Each<Ledger> = {
    tenantId: fc.constant(tenantId),
    awaitingConfirmation: maybeDollars,
    credit: maybeDollars,
    charges: fc
      .array(charges(propertyId), { maxLength: 8 })
      .map((all) => all.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))),
  }
  return fc.record(fields)
}

/** A portfolio of anything, at a moment of the year. */
export const portfolios: fc.Arbitrary<Portfolio> = fc
  .uniqueArray(fc.record(homeFields), { selector: ({ propertyId }) => propertyId, minLength: 1, maxLength: 12 })
  .chain((homes) => {
    const gone = { propertyId: '00000000-0000-4000-8000-000000000000', name: 'Gone House', timeZone: zones[0] }
    const somewhere = mostly(homes[0]!.propertyId, null, ...[...homes, gone].map(({ propertyId }) => propertyId))
    const household = fc
      .record(renterFields(somewhere))
      .chain((renter) => fc.record({ renter: fc.constant(renter), ledger: ledgers(renter, somewhere) }))
    return fc
      .record({
        households: fc.array(household, { maxLength: 5 }),
        repairs: fc.array(fc.record(repairFields(somewhere)), { maxLength: 12 }),
        now: instant,
      })
      .map(({ households, repairs, now }): Portfolio => ({
        now: new Date(now),
        homes,
        places: new Map(
          [...homes, gone].map((one) => [
            one.propertyId,
            { name: one.name, timeZone: one.timeZone, isGone: one === gone },
          ]),
        ),
        renters: households.map(({ renter }) => renter),
        ledgers: households.map(({ ledger }) => ledger),
        // What is opened later is not known yet.
        repairs: repairs.filter(({ openedAt }) => openedAt <= now),
      }))
  })
