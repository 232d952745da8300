import { LateFeeChanged } from '@keyhold/contracts/payments/late-fees'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lateFeeSteps } from '../testing/late-fees.ts'
import { startPaymentsApp, type PaymentsApp } from '../testing/test-app.ts'

let app: PaymentsApp
let steps: ReturnType<typeof lateFeeSteps>
beforeAll(async () => {
  app = await startPaymentsApp()
  steps = lateFeeSteps(app)
})
afterAll(() => app.stop())

async function rentIn(landlord: ReturnType<typeof actors.landlord>, timeZone: string, form: Record<string, unknown>) {
  const propertyId = await app.addProperty(landlord, { timeZone })
  const tenant = await app.addTenant(landlord, { propertyId })
  return { tenant, ...(await app.charge(landlord, tenant.tenantId, form)) }
}

const daysOf = async (landlord: ReturnType<typeof actors.landlord>, query = {}) =>
  (await steps.feesOf(landlord, query)).map(({ assessedOn }) => assessedOn).toSorted()

test('a fee is proposed when the late day begins at the property, once, however often the schedule runs', async () => {
  const landlord = actors.landlord()
  await steps.setPolicy(landlord)
  const east = await rentIn(landlord, 'America/New_York', { dueDate: '2026-04-01' })
  const west = await rentIn(landlord, 'Pacific/Honolulu', { dueDate: '2026-04-01' })
  await steps.at('2026-04-05T03:30:00Z')
  expect(await daysOf(landlord)).toEqual([])
  await steps.at('2026-04-05T04:30:00Z')
  expect(await steps.feesOf(landlord)).toMatchObject([
    {
      paymentId: east.id,
      tenantId: east.tenant.tenantId,
      status: 'proposed',
      occurrence: 1,
      assessedOn: '2026-04-05',
      amount: 50,
      rentDueDate: '2026-04-01',
      propertyName: 'Elm 1',
      feePaymentId: null,
    },
  ])
  await steps.at('2026-04-05T10:30:00Z')
  expect((await steps.feesOf(landlord, { tenantId: west.tenant.tenantId })).map(({ paymentId }) => paymentId)).toEqual([
    west.id,
  ])
  await steps.at('2026-04-05T20:30:00Z')
  await steps.at('2026-04-06T20:30:00Z')
  expect(await daysOf(landlord)).toEqual(['2026-04-05', '2026-04-05'])
  await app.settled()
  expect(app.published(LateFeeChanged).filter(({ landlordId }) => landlordId === landlord.landlordId)).toMatchObject([
    { status: 'proposed', amount: 50 },
    { status: 'proposed', amount: 50 },
  ])
})

test('days are correct across daylight saving changes', async () => {
  const landlord = actors.landlord()
  await steps.setPolicy(landlord, { graceDays: 0 })
  // In New York November 1 begins at 04:00 UTC and the next day at 05:00; March 14 begins at 05:00 and the next day at 04:00.
  const nights = [
    ['2026-10-31', '2026-11-01T03:30:00Z', '2026-11-01T04:30:00Z'],
    ['2026-11-01', '2026-11-02T04:30:00Z', '2026-11-02T05:30:00Z'],
    ['2027-03-13', '2027-03-14T04:30:00Z', '2027-03-14T05:30:00Z'],
    ['2027-03-14', '2027-03-15T03:30:00Z', '2027-03-15T04:30:00Z'],
  ] as const
  for (const [dueDate, evening, morning] of nights) {
    const { tenant } = await rentIn(landlord, 'America/New_York', { dueDate })
    await steps.at(evening)
    expect(await daysOf(landlord, { tenantId: tenant.tenantId })).toEqual([])
    await steps.at(morning)
    expect(await daysOf(landlord, { tenantId: tenant.tenantId })).toEqual([morning.slice(0, 10)])
  }
})

test('a daily fee is proposed each day until the cap, including days missed by the schedule, and ends when the rent is paid', async () => {
  const landlord = actors.landlord()
  await steps.setPolicy(landlord, { amount: 10, frequency: 'daily', cap: 45 })
  const unpaid = await rentIn(landlord, 'America/New_York', { dueDate: '2027-04-08' })
  const paid = await rentIn(landlord, 'America/New_York', { dueDate: '2027-04-08' })
  await steps.at('2027-04-12T12:30:00Z')
  await steps.at('2027-04-14T12:30:00Z')
  await app.verify(landlord, paid.id)
  await steps.at('2027-04-25T12:30:00Z')
  const of = async (tenantId: string) =>
    (await steps.feesOf(landlord, { tenantId })).toReversed().map(({ occurrence, amount }) => [occurrence, amount])
  expect(await of(unpaid.tenant.tenantId)).toEqual([
    [1, 10],
    [2, 10],
    [3, 10],
    [4, 10],
    [5, 5],
  ])
  expect(await of(paid.tenant.tenantId)).toEqual([
    [1, 10],
    [2, 10],
    [3, 10],
  ])
})

test('only rents have late fees: none on a fee, a deposit or another charge, or on rents cancelled or paid on time', async () => {
  const landlord = actors.landlord()
  await steps.setPolicy(landlord)
  const { tenantId } = await app.addTenant(landlord)
  for (const paymentType of ['late_fee', 'security_deposit', 'maintenance', 'other'] as const)
    await app.charge(landlord, tenantId, { paymentType, dueDate: '2027-04-10' })
  await app.charge(landlord, tenantId, { dueDate: '2027-04-10', status: 'paid', paidDate: '2027-04-13' })
  await steps.at('2027-04-26T12:30:00Z')
  expect(await daysOf(landlord)).toEqual([])
})

test('rents due on the 31st are late counting from their own month end', async () => {
  const landlord = actors.landlord()
  await steps.setPolicy(landlord, { graceDays: 1 })
  const propertyId = await app.addProperty(landlord)
  await app.addTenant(landlord, { propertyId, monthlyRent: 900, leaseStartDate: '2027-10-31' })
  await steps.at('2028-05-15T12:30:00Z')
  expect(await daysOf(landlord)).toEqual([
    '2027-11-02',
    '2027-12-02',
    '2028-01-02',
    '2028-02-02',
    '2028-03-02',
    '2028-04-02',
    '2028-05-02',
  ])
})

test('a landlord without a policy, or with a disabled one, has no late fees', async () => {
  const without = actors.landlord()
  const off = actors.landlord()
  await steps.setPolicy(off, { isEnabled: false })
  for (const landlord of [without, off]) await rentIn(landlord, 'America/New_York', { dueDate: '2026-04-01' })
  await steps.at('2028-05-16T12:30:00Z')
  expect([...(await daysOf(without)), ...(await daysOf(off))]).toEqual([])
})
