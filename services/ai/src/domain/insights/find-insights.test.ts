import { Evidence } from '@keyhold/contracts/ai/insights'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { portfolios } from '../../testing/any-portfolio.ts'
import { findInsights } from './find-insights.ts'
import type { Portfolio } from './portfolio.ts'

test('every field of the facts varies in the random portfolios, so that no rule escapes the tests below', () => {
  const seen = new Map<string, Set<unknown>>()
  const see = (kind: string, records: readonly object[]) => {
    for (const record of records)
      for (const [field, value] of Object.entries(record))
        seen.set(`${kind}.${field}`, (seen.get(`${kind}.${field}`) ?? new Set()).add(value))
  }
  for (const { homes, renters, repairs, ledgers } of fc.sample(portfolios, { numRuns: 100, seed: 1 })) {
    see('home', homes)
    see('renter', renters)
    see('repair', repairs)
    see('ledger', ledgers)
    for (const { charges } of ledgers) see('charge', charges)
  }
  expect([...seen].filter(([, values]) => values.size < 2).map(([field]) => field)).toEqual([])
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
