import { addDays } from '@keyhold/kit/lib/dates'
import { randomUUID } from 'node:crypto'
import type { Document } from '@keyhold/contracts/properties/documents'
import type { TenantLedger } from '@keyhold/contracts/payments/ledgers'
import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tenancyRecord, tenantRecord } from '../../testing/tenants.ts'
import { inputOf, leftAccounts } from './input.ts'
import { judge } from './assess.ts'

const today = '2026-03-15'
type Ledger = z.output<typeof TenantLedger>

/** A year of rents, each settled so many days after it was due; null: still open. */
const rentsOf = (tenantId: string, days: (number | null)[]): Ledger => ({
  tenantId,
  awaitingConfirmation: 0,
  credit: 0,
  charges: days.map((late, n) => {
    const dueDate = addDays('2025-04-01', n * 30)
    const settledOn = late === null ? null : addDays(dueDate, late)
    return {
      chargeId: randomUUID(),
      propertyId: null,
      paymentType: 'rent',
      amount: 2000,
      open: late === null ? 2000 : 0,
      dueDate,
      settledOn,
    }
  }),
})

interface Known {
  tenant?: Partial<Tenant>
  tenancies?: Tenancy[] | null
  ledgers?: Ledger[] | null
  documents?: Document[] | null
}

function screen({ tenant: fields = {}, ...known }: Known = {}) {
  const tenant = tenantRecord(fields)
  const { tenancies = [], ledgers = [], documents = [] } = known
  return judge(inputOf({ today, tenant, tenancies, ledgers, documents }))
}
const resultOf = (verdict: ReturnType<typeof screen>, name: string) => verdict.factors.find((one) => one.name === name)

test('income is measured against the rent, to the cent', () => {
  expect(resultOf(screen({ tenant: { monthlyIncome: 6000, monthlyRent: 2000 } }), 'Income and rent')).toMatchObject({
    result: 'met',
    value: 3,
  })
  expect(resultOf(screen({ tenant: { monthlyIncome: 5999.99, monthlyRent: 2000 } }), 'Income and rent')).toMatchObject({
    result: 'not_met',
  })
  expect(resultOf(screen({ tenant: { monthlyIncome: null } }), 'Income and rent')).toMatchObject({
    result: 'unknown',
    value: null,
  })
  expect(resultOf(screen({ tenant: { monthlyRent: null } }), 'Income and rent')).toMatchObject({ result: 'unknown' })
})

test('who shares the rent is measured against their own share of it', () => {
  const coTenants = [{ tenantId: randomUUID(), name: 'Ben Moss' }]
  expect(
    resultOf(screen({ tenant: { monthlyIncome: 3000, monthlyRent: 2000, coTenants } }), 'Income and rent'),
  ).toMatchObject({
    result: 'met',
    value: 3,
  })
})

test('rents that were mostly in time are met, and days of grace are no lateness', () => {
  const tenant = { id: randomUUID(), monthlyIncome: null }
  const late = (days: (number | null)[]) => screen({ tenant, ledgers: [rentsOf(tenant.id, days)] })
  expect(late([0, 5, -3, 0, 1, 0, 0])).toMatchObject({
    recommendation: 'approve',
    riskLevel: 'low',
    rentalHistory: { latePayments: 0 },
  })
  expect(resultOf(late([0, 6, 0, 0, 0]), 'Rent payments')).toMatchObject({ result: 'met', value: 0.2 })
  expect(late([0, 6, 0, 6, 0])).toMatchObject({
    recommendation: 'review',
    riskLevel: 'medium',
    rentalHistory: { latePayments: 2 },
  })
  expect(late([9, 9, null, 9])).toMatchObject({ recommendation: 'review', riskLevel: 'high' })
  // Two rents show nothing.
  expect(late([9, 9])).toMatchObject({ recommendation: 'insufficient_data' })
})

test('a rent that fell due today, or is within its grace, is not late yet', () => {
  const tenant = { id: randomUUID() }
  const ledger = rentsOf(tenant.id, [0, 0, 0, null])
  for (const [daysAgo, latePayments] of [[0, 0], [5, 0], [6, 1]] as const) {
    ledger.charges.at(-1)!.dueDate = addDays(today, -daysAgo)
    expect(screen({ tenant, ledgers: [ledger] }).rentalHistory.latePayments).toBe(latePayments)
  }
}) // prettier-ignore

test('who joined a shared ledger later answers for nothing of before, and a move within the term is told as what it is', () => {
  const [tenantId, accountId] = [randomUUID(), randomUUID()]
  const member = { tenantId, firstName: 'A', lastName: 'B', joinedOn: '2025-12-01', leftOn: null }
  const ledgers = [rentsOf(accountId, [30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 0, 0])]
  const shared = tenancyRecord({ accountId, startDate: '2025-04-01', tenants: [member] })
  expect(screen({ tenant: { id: tenantId }, tenancies: [shared], ledgers }).rentalHistory.latePayments).toBe(1)
  const early = tenancyRecord({
    startDate: '2024-01-01',
    endDate: '2024-12-31',
    movedOutOn: '2024-06-30',
    tenants: [{ ...member, joinedOn: null }],
  })
  expect(screen({ tenant: { id: tenantId }, tenancies: [early] })).toMatchObject({
    recommendation: 'review',
    rentalHistory: { earlyTerminations: 1, averageStayDuration: 5 },
  })
})

test('with nothing on record nothing is said, and never is anybody declined', () => {
  const nothing = {
    monthlyIncome: null,
    monthlyRent: null,
    phone: null,
    emergencyContactName: null,
    employerName: null,
    leaseStartDate: null,
  }
  expect(screen({ tenant: nothing, tenancies: null, ledgers: null, documents: null })).toMatchObject({
    recommendation: 'insufficient_data',
    riskLevel: 'medium',
    confidence: 0,
    rentalHistory: { averageStayDuration: null, latePayments: null, earlyTerminations: null },
  })
  // An applicant who is new but has told everything.
  expect(screen()).toMatchObject({ recommendation: 'approve' })
})

test('whatever the records say: it approves, looks closer or says that it does not know, as sure as what it knows', () => {
  const days = fc.array(fc.option(fc.integer({ min: -10, max: 90 })), { maxLength: 12 })
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 0, max: 20_000 })),
      fc.option(fc.integer({ min: 1, max: 5000 })),
      days,
      (monthlyIncome, monthlyRent, late) => {
        const tenant = { id: randomUUID(), monthlyIncome, monthlyRent }
        const verdict = screen({ tenant, ledgers: [rentsOf(tenant.id, late)] })
        expect(['approve', 'review', 'insufficient_data']).toContain(verdict.recommendation)
        expect(verdict.recommendation === 'approve').toBe(verdict.riskLevel === 'low')
        expect(verdict.confidence).toBeGreaterThanOrEqual(0)
        expect(verdict.confidence).toBeLessThanOrEqual(0.9)
        if (verdict.recommendation === 'approve')
          expect(verdict.factors.every(({ result }) => result !== 'not_met')).toBe(true)
      },
    ),
  )
})

// What the law protects, and what stands in for it: no part of the input, so it can't count.
const protectedFields = fc.record({
  firstName: fc.string(),
  lastName: fc.string(),
  email: fc.emailAddress(),
  dateOfBirth: fc.option(
    fc
      .date({ min: new Date('1920-01-01'), max: new Date('2008-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
  propertyId: fc.option(fc.uuid()),
  propertyName: fc.option(fc.string()),
  unitId: fc.option(fc.uuid()),
  unitName: fc.option(fc.string()),
  // That they were given counts; what they are does not.
  phone: fc.string({ minLength: 1 }),
  emergencyContactName: fc.string({ minLength: 1 }),
  emergencyContactPhone: fc.string({ minLength: 1 }),
  employerName: fc.string({ minLength: 1 }),
  portalAccess: fc.constantFrom('none', 'invited', 'active'),
  createdAt: fc.constant('2020-01-01T00:00:00.000Z'),
})

test('name, birth, email, place, employer and family of a tenant are no part of what is judged: changing them changes nothing', () => {
  fc.assert(
    fc.property(protectedFields, fc.string(), fc.string(), (fields, coTenantName, fileName) => {
      const id = randomUUID()
      const documents = (name: string) => [{ fileName: name, propertyName: name, tenantName: name }] as Document[]
      const known = (name: string, others: Partial<Tenant>) => ({
        tenant: { ...others, id, coTenants: [{ tenantId: randomUUID(), name }] },
        tenancies: [
          tenancyRecord({
            propertyName: name,
            tenants: [{ tenantId: id, firstName: name, lastName: name, joinedOn: null, leftOn: null }],
          }),
        ],
        ledgers: [rentsOf(id, [0, 9, 0, 0])],
        documents: documents(name),
      })
      expect(screen(known(coTenantName + fileName, fields))).toEqual(screen(known('Ada', {})))
    }),
    { numRuns: 100 },
  )
})

test('what is judged holds none of it, under any name', () => {
  const secret = 'Zyxwvu'
  const input = inputOf({
    today,
    tenant: tenantRecord({
      firstName: secret,
      lastName: secret,
      email: `${secret}@example.com`,
      dateOfBirth: '1961-07-08',
      employerName: secret,
      emergencyContactName: secret,
      emergencyContactPhone: secret,
      phone: secret,
      propertyName: secret,
      unitName: secret,
      coTenants: [{ tenantId: randomUUID(), name: secret }],
    }),
    tenancies: [tenancyRecord({ propertyName: secret })],
    ledgers: [],
    documents: [{ fileName: secret } as Document],
  })
  expect(JSON.stringify(input)).not.toMatch(new RegExp(`${secret}|1961`, 'i'))
})

test('who left a shared account owes what was owed then and is still open: credit that arose later is not theirs', () => {
  const [ann, ben] = [randomUUID(), randomUUID()]
  const members = (leftOn: string | null) =>
    [ann, ben].map((tenantId) => {
      const isBen = tenantId === ben
      return { tenantId, firstName: 'A', lastName: 'B', joinedOn: null, leftOn: isBen ? leftOn : null }
    })
  const shared = (leftOn: string | null, more: Partial<Tenancy> = {}) =>
    tenancyRecord({ accountId: ann, tenants: members(leftOn), startDate: '2025-04-01', ...more })
  const ledger = { ...rentsOf(ann, [null, null]), credit: 1500 }
  const overdue = (tenancies: Tenancy[], owedThen: number) => {
    const tenant = tenantRecord({ id: ben })
    const left = leftAccounts(ben, tenancies, today).map((one) => ({ ...one, owedThen }))
    return inputOf({ today, tenant, tenancies, ledgers: [ledger], left, documents: [] }).overdue
  }
  // $2,000 due April 1 and May 1; Ben leaves on April 15.
  expect(overdue([shared('2025-04-15')], 2000)).toBe(2000)
  expect(overdue([shared('2025-04-15')], 600)).toBe(600)
  expect(overdue([shared('2025-04-15')], -50)).toBe(0)
  // While he shares it, and where both left together, its credit is his too.
  expect(overdue([shared(null)], 0)).toBe(2500)
  expect(overdue([shared('2025-06-01', { movedOutOn: '2025-06-01' })], 0)).toBe(2500)
})
