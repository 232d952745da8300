import { expect, test } from 'vitest'
import { judgeInsurance } from './judge-insurance.ts'

const policy = {
  insurer: 'Acme',
  policyNumber: '1',
  coverage: 100_000,
  effectiveDate: '2026-01-01',
  expiryDate: '2026-12-31',
  documentId: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const judge = (today: string, more: { isRequired?: boolean; minimumCoverage?: number; none?: boolean } = {}) => {
  const { isRequired = false, minimumCoverage = null, none = false } = more
  return judgeInsurance({ policy: none ? null : policy, isRequired, minimumCoverage, today })
}

test('a policy is expiring in its last thirty days and on its last day, and expired on the day after', () => {
  expect(judge('2025-12-31').status).toBe('upcoming')
  expect(judge('2026-11-30')).toMatchObject({ status: 'active', daysLeft: 31 })
  expect(judge('2026-12-01')).toMatchObject({ status: 'expiring', daysLeft: 30 })
  expect(judge('2026-12-31')).toMatchObject({ status: 'expiring', daysLeft: 0 })
  expect(judge('2027-01-01')).toMatchObject({ status: 'expired', daysLeft: -1 })
})

test('a coverage below what the landlord requires is too low, and no policy is missing only where one is required', () => {
  expect(judge('2026-06-01', { isRequired: true, minimumCoverage: 100_001 }).status).toBe('too_low')
  expect(judge('2026-06-01', { isRequired: true, minimumCoverage: 100_000 }).status).toBe('active')
  expect(judge('2026-06-01', { minimumCoverage: 100_001 }).status).toBe('active')
  expect([
    judge('2026-06-01', { none: true }).status,
    judge('2026-06-01', { none: true, isRequired: true }).status,
  ]).toEqual(['none', 'missing'])
})
