import { addDays } from '@keyhold/kit/lib/dates'
import { expect, test } from 'vitest'
import { chargeOf, homeOf, ledgerOf, portfolioOf, renterOf } from '../../../testing/portfolio.ts'
import type { Charge, Ledger, Renter } from '../portfolio.ts'
import { arrears } from './arrears.ts'
import { leaseEnding } from './lease-ending.ts'
import { payingLate } from './paying-late.ts'

const ending = (leaseEndDate: string, fields: Partial<Renter> = {}) =>
  leaseEnding(portfolioOf({ renters: [renterOf({ leaseEndDate, ...fields })] })).findings[0]

test('a lease is reported from 60 days before its end, with a higher priority from 30, and as a holdover after it', () => {
  const inDays = (days: number) => ending(addDays('2026-03-15', days))
  expect(inDays(61)).toBeUndefined()
  expect(inDays(60)).toMatchObject({ priority: 'medium', insightType: 'tenant_retention', actionRequired: false })
  expect(inDays(31)).toMatchObject({ priority: 'medium' })
  expect(inDays(30)).toMatchObject({ priority: 'high', actionRequired: true })
  expect(inDays(0)?.title).toBe('The lease of Ada Moss ends today')
  expect(inDays(-1)).toMatchObject({ priority: 'high', title: 'Lease ended, still occupied by Ada Moss' })
  expect(inDays(-91)).toMatchObject({ priority: 'low' })
  expect(ending('2026-03-20', { isActive: false })).toBeUndefined()
})

test('a dismissed notice of an ending lease ends with the step: the last month, then the end', () => {
  const steps = [60, 31, 30, 1, 0, -1].map((days) => ending(addDays('2026-03-15', days))!)
  expect(steps.map(({ measure }) => measure)).toEqual([0, 0, 1, 1, 1, 2])
  for (const { measure, returnsAt } of steps) expect(returnsAt).toBe(measure + 1)
})

function owing(
  charges: Partial<Charge>[],
  { now, timeZone, ...fields }: Partial<Ledger> & { now?: string; timeZone?: string } = {},
) {
  const home = homeOf(timeZone ? { timeZone } : {})
  const renter = renterOf({ propertyId: home.propertyId })
  const ledger = ledgerOf(
    renter,
    charges.map((charge) => chargeOf({ propertyId: home.propertyId, ...charge })),
    fields,
  )
  return arrears(portfolioOf({ homes: [home], renters: [renter], ledgers: [ledger], ...(now ? { now } : {}) }))
    .findings[0]
}

test('arrears are reported from the third day, with high priority after 30 days or two rents', () => {
  expect(owing([{ dueDate: '2026-03-13' }])).toBeUndefined()
  expect(owing([{ dueDate: '2026-03-12' }])).toMatchObject({
    priority: 'low',
    insightType: 'payment_risk',
    measure: 2000,
  })
  expect(owing([{ dueDate: '2026-03-05' }])).toMatchObject({ priority: 'medium' })
  expect(owing([{ dueDate: '2026-02-13' }])).toMatchObject({ priority: 'high' })
  expect(owing([{ dueDate: '2026-03-10' }, { dueDate: '2026-03-11' }])).toMatchObject({
    priority: 'high',
    measure: 4000,
  })
  expect(owing([{ dueDate: '2026-03-20' }])).toBeUndefined()
})

test('the day is that of the property', () => {
  const now = '2026-03-04T08:00:00Z'
  expect(owing([{ dueDate: '2026-03-01' }], { now, timeZone: 'America/New_York' })).toMatchObject({
    metadata: { inputs: { daysLate: 3 } },
  })
  // Still the 3rd in Honolulu, so two days; past eight in the evening of the 4th in Auckland.
  expect(owing([{ dueDate: '2026-03-01' }], { now, timeZone: 'Pacific/Honolulu' })).toBeUndefined()
  expect(owing([{ dueDate: '2026-03-01' }], { now, timeZone: 'Pacific/Auckland' })).toMatchObject({
    metadata: { inputs: { daysLate: 3 } },
  })
})

test('adds up to the cent, without what is not due and less the credit', () => {
  const charges = [
    { dueDate: '2026-03-01', open: 0.1 },
    { dueDate: '2026-03-02', open: 0.2 },
    { dueDate: '2026-04-01' },
  ]
  expect(owing(charges)).toMatchObject({ measure: 0.3 })
  expect(owing(charges, { credit: 0.1 })).toMatchObject({ measure: 0.2 })
  expect(owing(charges, { credit: 0.3 })).toBeUndefined()
})

test('money that the tenant reported asks for a confirmation instead of a warning', () => {
  const found = owing([{ dueDate: '2026-01-01' }], { awaitingConfirmation: 2000 })!
  expect(found.priority).toBe('medium')
  expect(found.title).toBe('Confirm the $2,000 that Ada Moss reported')
  expect(found.confidence).toBeLessThan(
    owing([{ dueDate: '2026-01-01' }], { awaitingConfirmation: 1999.99 })!.confidence,
  )
})

const paid = (days: number[]) =>
  days.map((late, n) => ({ dueDate: `2026-0${n + 1}-01`, settledOn: addDays(`2026-0${n + 1}-01`, late), open: 0 }))
function habit(charges: Partial<Charge>[], fields: Partial<Renter> = {}) {
  const renter = renterOf(fields)
  return payingLate(portfolioOf({ renters: [renter], ledgers: [ledgerOf(renter, charges.map(chargeOf))] })).findings[0]
}

test('three late rents of the last six are a habit; grace days, older rents and other charges are none', () => {
  expect(habit(paid([6, 6, 6, 0]))).toMatchObject({
    priority: 'low',
    measure: 3,
    metadata: { inputs: { late: 3, settled: 4 } },
  })
  expect(habit(paid([5, 5, 5, 5, 5, 5]))).toBeUndefined()
  expect(habit(paid([6, 6, 6]))).toBeUndefined()
  expect(habit(paid([9, 9, 9, 9, 0, 0, 0, 0]))).toBeUndefined()
  expect(habit(paid([6, 6, 6, 6, 6]))).toMatchObject({ priority: 'medium' })
  expect(habit(paid([6, 6, 6, 0]).map((charge) => ({ ...charge, paymentType: 'late_fee' as const })))).toBeUndefined()
  expect(habit(paid([6, 6, 6, 0]), { isActive: false })).toBeUndefined()
})
