import { Evidence } from '@keyhold/contracts/ai/insights'
import {
  maintenanceCategories,
  maintenancePriorities,
  maintenanceStatuses,
} from '@keyhold/contracts/maintenance/requests'
import { addDays } from '@keyhold/kit/lib/dates'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeOf, homeOf, ledgerOf, portfolioOf, renterOf, repairOf } from '../../testing/portfolio.ts'
import { findInsights } from './find-insights.ts'
import type { Portfolio } from './portfolio.ts'

const start = '2026-01-01'
const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(start, days))
const instant = fc
  .integer({ min: 0, max: 200 * 86_400 })
  .map((seconds) => new Date(Date.parse(start) + seconds * 1000).toISOString())
const dollars = fc.integer({ min: 1, max: 400_000 }).map((cents) => cents / 100)
const zones = ['America/Chicago', 'Asia/Kolkata', 'Pacific/Honolulu', 'Pacific/Auckland', 'America/St_Johns'] as const

const homes = fc.array(
  fc
    .record({
      timeZone: fc.constantFrom(...zones),
      bedrooms: fc.constantFrom(null, 1, 2),
      propertyType: fc.constantFrom('apartment' as const, 'studio' as const),
      squareFeet: fc.option(fc.integer({ min: 300, max: 900 })),
      monthlyRent: fc.integer({ min: 500, max: 3000 }),
    })
    .map((fields) => homeOf(fields)),
  { minLength: 1, maxLength: 12 },
)

/** A portfolio of anything, at a moment of the year. */
const portfolios: fc.Arbitrary<Portfolio> = homes.chain((all) => {
  const somewhere = fc.option(fc.constantFrom(...all.map(({ propertyId }) => propertyId)))
  const charge = fc
    .record({
      propertyId: somewhere,
      dueDate: day,
      open: fc.oneof(fc.constant(0), dollars),
      late: fc.integer({ min: -5, max: 20 }),
    })
    .map(({ late, ...fields }) =>
      chargeOf({ ...fields, settledOn: fields.open === 0 ? addDays(fields.dueDate, late) : null }),
    )
  const household = fc.record({
    renter: fc
      .record({ propertyId: somewhere, leaseEndDate: fc.option(day), isActive: fc.boolean() })
      .map((fields) => renterOf(fields)),
    charges: fc.array(charge, { maxLength: 8 }),
    credit: fc.oneof(fc.constant(0), dollars),
    awaitingConfirmation: fc.oneof(fc.constant(0), dollars),
  })
  const repair = fc
    .record({
      propertyId: somewhere,
      category: fc.constantFrom(...maintenanceCategories.slice(0, 3)),
      priority: fc.constantFrom(...maintenancePriorities),
      status: fc.constantFrom(...maintenanceStatuses),
      openedAt: instant,
      scheduledDate: fc.option(day),
    })
    .map((fields) => repairOf(fields))
  return fc
    .record({
      households: fc.array(household, { maxLength: 5 }),
      repairs: fc.array(repair, { maxLength: 12 }),
      now: instant,
    })
    .map(({ households, repairs, now }) =>
      portfolioOf({
        now,
        homes: all,
        renters: households.map(({ renter }) => renter),
        ledgers: households.map(({ renter, charges, ...sums }) => ledgerOf(renter, charges, sums)),
        // What is opened later is not known yet.
        repairs: repairs.filter(({ openedAt }) => openedAt <= now),
      }),
    )
})

test('nothing changes before the moment that the rules name for the next look', () => {
  fc.assert(
    fc.property(portfolios, fc.double({ min: 0, max: 1, noNaN: true }), (portfolio, part) => {
      const { findings, next } = findInsights(portfolio)
      const end = next?.getTime() ?? portfolio.now.getTime() + 400 * 86_400_000
      expect(end).toBeGreaterThan(portfolio.now.getTime())
      for (const share of [part, 1]) {
        const later = new Date(
          Math.max(
            portfolio.now.getTime(),
            Math.floor(portfolio.now.getTime() + (end - portfolio.now.getTime()) * share) - 1,
          ),
        )
        expect(findInsights({ ...portfolio, now: later }).findings).toEqual(findings)
      }
    }),
    { numRuns: 300 },
  )
})

test('every finding has one key, evidence that can be shown, a reason, a share of confidence, and a step to come back at', () => {
  fc.assert(
    fc.property(portfolios, (portfolio) => {
      const { findings } = findInsights(portfolio)
      expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length)
      for (const { evidence, confidence, measure, returnsAt, metadata, description } of findings) {
        expect(evidence.length).toBeGreaterThan(0)
        for (const one of evidence) Evidence.parse(one)
        expect(evidence.some(({ recordId }) => recordId !== null)).toBe(true)
        expect(confidence).toBeGreaterThan(0)
        expect(confidence).toBeLessThanOrEqual(1)
        expect(returnsAt).toBeGreaterThan(measure)
        expect(metadata).toMatchObject({
          rule: expect.any(String),
          formula: expect.any(String),
          thresholds: expect.any(Object),
          inputs: expect.any(Object),
        })
        expect(description).not.toMatch(/undefined|null|NaN/)
      }
    }),
    { numRuns: 300 },
  )
})

test('who somebody is changes nothing: with other names, the same is found, as pressing and as sure', () => {
  fc.assert(
    fc.property(portfolios, (portfolio) => {
      const judged = (of: Portfolio) =>
        findInsights(of).findings.map(({ key, priority, confidence, measure, metadata }) => ({
          key,
          priority,
          confidence,
          measure,
          metadata,
        }))
      expect(
        judged({
          ...portfolio,
          renters: portfolio.renters.map((renter) => ({ ...renter, name: 'Zoë Ünal-Žukauskaitė' })),
        }),
      ).toEqual(judged(portfolio))
    }),
    { numRuns: 100 },
  )
})
