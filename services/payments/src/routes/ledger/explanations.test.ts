import { applyDeposit } from '@keyhold/contracts/payments/deposits'
import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { giveCredit, writeOff } from '@keyhold/contracts/payments/credits'
import { listLateFees, postLateFees, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { cancelPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lateFeeSteps } from '../../testing/late-fees.ts'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
let steps: ReturnType<typeof lateFeeSteps>
beforeAll(async () => {
  app = await startPaymentsApp()
  steps = lateFeeSteps(app)
})
afterAll(() => app.stop())

const ask = (actor: Actor, id: string) => app.send(explainPayment, actor, { params: { id } })
async function answers(actor: Actor, id: string, question?: string) {
  const { status, body } = await ask(actor, id)
  expect(status).toBe(200)
  return body.lines.filter((one) => !question || one.question === question).map(({ answer }) => answer)
}
const late = 'Is there a late fee?'

test('explains every figure of a rent: amount, due date, receipts, open balance, status and late fee', async () => {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord)
  const tenant = await app.addTenant(
    landlord,
    { propertyId },
    {
      propertyId,
      unitId: propertyId,
      startDate: '2026-03-17',
      monthlyRent: 1200,
      billing: { dueDay: 31, proration: 'thirty', postingDays: 60 },
    },
  )
  await steps.setPolicy(landlord, { kind: 'percent', amount: 5, cap: 40 })
  const charges = (await app.send(listPayments, landlord, { query: { tenantId: tenant.tenantId, sort: 'due' } })).body
  const first = charges[0]!
  expect(first).toMatchObject({ dueDate: '2026-03-17', amount: 560 })
  await app.verify(landlord, first.id, { amountPaid: 500 })

  const { body } = await ask(landlord, first.id)
  expect(body).toMatchObject({ paymentId: first.id, title: 'Rent due Mar 17, 2026' })
  expect(body.lines).toMatchObject([
    {
      question: 'Why this amount?',
      answer: expect.stringContaining('Only these days of the month'),
      formula: '$1,200.00 × 14 ÷ 30 days = $560.00',
      amount: 560,
      rule: 'rent.prorated.thirty/1',
    },
    {
      question: 'Why is it due on this day?',
      answer: 'The first charge is due on its start date.',
      on: '2026-03-17',
    },
    {
      question: 'What was received?',
      answer:
        '$500.00 by check, received on Mar 15, 2026. You recorded it on Mar 15, 2026 and verified it on Mar 15, 2026.',
      amount: 500,
      on: '2026-03-15',
    },
    { question: 'What is open?', answer: '$60.00 is open.', formula: '$560.00 − $500.00 = $60.00', amount: 60 },
    {
      question: 'Why this status?',
      answer: 'It is partly paid; it is due on Mar 17, 2026, and it is Mar 15, 2026 at the property (Eastern Time).',
      on: '2026-03-15',
    },
    {
      question: late,
      answer:
        'Late from Mar 21, 2026: 3 days of grace follow the due day, Mar 17, 2026. Money received by Mar 20, 2026 is on time.',
      on: '2026-03-21',
      formula: '5% of the open balance at the end of grace, once, at most $40.00 in all',
    },
  ])
  const ofTenant = JSON.stringify(body).replace('You recorded it', 'Your landlord recorded it')
  expect(JSON.stringify((await ask(tenant, first.id)).body)).toBe(ofTenant)
  expect(await answers(landlord, charges[1]!.id, 'Why is it due on this day?')).toEqual([
    'It is due on the 31st of each month.',
  ])
  expect(await answers(landlord, charges[2]!.id, 'Why is it due on this day?')).toEqual([
    'It is due on the 31st of each month. April 2026 has only 30 days, so it is due on the last day.',
  ])
})

test('the last day of February, of a leap year too, is explained by its anchor', async () => {
  const landlord = actors.landlord()
  const { tenantId } = await app.addTenant(landlord, { monthlyRent: 900, leaseStartDate: '2027-12-31' })
  const charges = (await app.send(listPayments, landlord, { query: { tenantId, sort: 'due' } })).body
  const february = charges.find(({ dueDate }) => dueDate === '2028-02-29')
  expect(await answers(landlord, february?.id ?? '', 'Why is it due on this day?')).toEqual([
    'It is due on the 31st of each month. February 2028 has only 29 days, so it is due on the last day.',
  ])
})

test('explains reported, confirmed, split, reversed and rejected payments with their reason', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  const { id } = await app.charge(landlord, tenant.tenantId, { dueDate: '2026-03-10', paymentMethod: 'cash' })
  const other = await app.charge(landlord, tenant.tenantId, { dueDate: '2026-03-20', amount: 500 })
  await app.report(tenant, 1200, { paymentMethod: 'bank_transfer' })
  expect(await answers(tenant, id)).toEqual([
    'The amount was entered by hand.',
    'The due date was entered by hand.',
    'Nothing has been received.',
    'You reported $1,200.00 by bank transfer on Mar 15, 2026. It counts once your landlord confirms it.',
    '$1,000.00 is open.',
    'It has been overdue since the day after the due date: it was due on Mar 10, 2026, and it is Mar 15, 2026 at the property (Eastern Time).',
    'No: no late-fee policy applies to this rent.',
  ])
  await app.verify(landlord, id)
  const announced =
    '$200.00 by bank transfer, part of $1,200.00, received on Mar 15, 2026. You reported it on Mar 15, 2026, and your landlord confirmed it on Mar 15, 2026.'
  expect(await answers(tenant, other.id, 'What was received?')).toEqual([announced])
  await app.send(reversePayment, landlord, { params: { id }, body: { reason: 'Returned by the bank' } })
  expect(await answers(tenant, other.id, 'What was received?')).toEqual(['Nothing has been received.'])
  expect(await answers(tenant, other.id, 'What was reversed?')).toEqual([
    '$200.00 received on Mar 15, 2026 was reversed on Mar 15, 2026. Reason: Returned by the bank',
  ])
  await app.report(tenant, 7)
  await app.send(reversePayment, landlord, { params: { id }, body: { reason: 'Never arrived' } })
  expect(await answers(landlord, id, 'What was rejected?')).toEqual([
    'The report of $7.00 from Mar 15, 2026 was rejected. Reason: Never arrived',
  ])
  await app.send(cancelPayment, landlord, { params: { id }, body: { reason: 'Agreed' } })
  expect(await answers(landlord, id, 'What is open?')).toEqual([
    'Nothing: it was cancelled on Mar 15, 2026. Reason: Agreed',
  ])
})

test('explains that money came from the deposit', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  await app.charge(landlord, tenant.tenantId, { paymentType: 'security_deposit', status: 'paid' })
  const { id } = await app.charge(landlord, tenant.tenantId, {
    dueDate: '2026-03-10',
    amount: 50,
    paymentType: 'other',
  })
  await app.send(applyDeposit, landlord, {
    params: { id: tenant.tenantId },
    body: { amount: 50, reason: 'A broken window' },
  })
  expect(await answers(tenant, id, 'What was received?')).toEqual([
    '$50.00 was paid from the security deposit on Mar 15, 2026. Reason: A broken window',
  ])
  expect(await answers(tenant, id, late)).toEqual([])
})

test('a late fee is explained when it is charged or waived; a proposal is shown only to the landlord', async () => {
  const landlord = actors.landlord()
  const tenant = await app.addTenant(landlord)
  await steps.setPolicy(landlord, { kind: 'percent', amount: 5.25 })
  const rents = [
    await app.charge(landlord, tenant.tenantId, { dueDate: '2026-03-01' }),
    await app.charge(landlord, tenant.tenantId, { dueDate: '2026-03-02' }),
  ]
  await steps.at('2026-03-15T22:30:00Z')
  const [one, two] = [rents[0]!.id, rents[1]!.id]
  expect(await answers(landlord, one, late)).toEqual([
    'A late fee of $52.50 is proposed and awaits your decision: the rent was still open after Mar 4, 2026, the last day of grace.',
  ])
  const hidden = await ask(tenant, one)
  expect(JSON.stringify(hidden.body)).not.toContain('proposed')
  expect(hidden.body.lines.at(-1)).toMatchObject({
    answer:
      'Late since Mar 5, 2026: 3 days of grace follow the due day, Mar 1, 2026. Your landlord decides whether to charge a late fee.',
  })

  const fees = await steps.feesOf(landlord)
  const feeOf = (rent: string) => fees.find(({ paymentId }) => paymentId === rent)?.id ?? ''
  const [posted] = (await app.send(postLateFees, landlord, { body: { ids: [feeOf(one)] } })).body
  await app.send(waiveLateFee, landlord, { params: { id: feeOf(two) }, body: { reason: 'A first time' } })
  expect((await ask(tenant, one)).body.lines.at(-1)).toMatchObject({
    answer: 'A late fee of $52.50 was charged: the rent was still open after Mar 4, 2026, the last day of grace.',
    formula: '5.25% × $1,000.00 = $52.50',
    amount: 52.5,
    on: '2026-03-05',
  })
  expect(await answers(tenant, two, late)).toEqual(['A late fee of $52.50 was waived. Reason: A first time'])
  expect((await ask(tenant, posted?.feePaymentId ?? '')).body.lines.slice(0, 2)).toMatchObject([
    {
      answer: 'This is the late fee for the rent due Mar 1, 2026.',
      formula: '5.25% × $1,000.00 = $52.50',
      rule: 'late-fee.percent.once/1',
    },
    { answer: 'A fee is due on the day it is charged.', on: '2026-03-15' },
  ])
})

test('the status depends on the day at the property, across a daylight saving change', async () => {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord, { timeZone: 'Europe/London' })
  const { tenantId } = await app.addTenant(landlord, { propertyId })
  const { id } = await app.charge(landlord, tenantId, { dueDate: '2026-03-29' })
  // British Summer Time begins on 29 March: the day ends at 23:00 UTC.
  app.clock.set('2026-03-29T22:59:00Z')
  expect(await answers(landlord, id, 'Why this status?')).toEqual([
    expect.stringMatching(/^It is pending: .* it is Mar 29, 2026 at the property \(United Kingdom Time\)\.$/),
  ])
  app.clock.set('2026-03-29T23:00:00Z')
  expect(await answers(landlord, id, 'Why this status?')).toEqual([
    expect.stringMatching(/^It has been overdue .* it is Mar 30, 2026 at the property/),
  ])
})

test('tenants who share the tenancy have access; another tenant, another landlord and a visitor do not', async () => {
  const landlord = actors.landlord()
  const { tenants } = await app.addRoommates(landlord, ['Ann', 'Ben'])
  const other = await app.addTenant(landlord)
  await steps.setPolicy(landlord)
  const { id } = await app.charge(landlord, tenants[0]!.tenantId, { dueDate: '2026-05-20' })
  const wanted = (await ask(landlord, id)).body
  for (const tenant of tenants) expect((await ask(tenant, id)).body).toEqual(wanted)
  for (const actor of [
    other,
    actors.landlord(),
    actors.unlinkedTenant(),
    actors.tenantOf(actors.landlord(), tenants[0]!.tenantId),
  ])
    expect((await ask(actor, id)).status).toBe(404)
  expect((await ask(landlord, v7())).status).toBe(404)
  expect((await ask(actors.visitor(), id)).status).toBe(401)
})

test('a tenant sees only the late-fee policy of their own home', async () => {
  const landlord = actors.landlord()
  const elm = await app.addProperty(landlord)
  const oak = await app.addProperty(landlord, { name: 'Oak 2' })
  const tenant = await app.addTenant(landlord, { propertyId: elm })
  const other = await app.addTenant(landlord, { propertyId: oak })
  await steps.setPolicy(landlord, { scope: 'property', propertyId: elm, graceDays: 9 })
  await steps.setPolicy(landlord, { scope: 'property', propertyId: oak })
  await steps.setPolicy(landlord, { scope: 'tenancy', tenancyId: other.tenantId })
  const seen = await app.db('payments').read(tenant, (sql) => sql`select property_id, grace_days from late_fee_policy`)
  expect(seen).toEqual([{ propertyId: elm, graceDays: 9 }])
})

test('a credit and a debt written off are no money: they are named for what they are, and a return by its own day', async () => {
  app.clock.set('2026-03-15T15:00:00Z')
  const landlord = actors.landlord()
  const { tenantId } = await app.addTenant(landlord)
  await steps.setPolicy(landlord, { returnedPaymentFee: 30 })
  const { id } = await app.charge(landlord, tenantId, { amount: 1000, dueDate: '2026-03-01' })
  const credit = { amount: 100, on: '2026-03-03', reason: 'No heat' }
  await app.send(giveCredit, landlord, { params: { id: tenantId }, body: credit })
  const body = { tenantId, amount: 400, receivedOn: '2026-03-04' }
  const check = (await app.send(recordReceipt, landlord, { body })).body
  const bounced = { kind: 'returned', on: '2026-03-09', reason: 'No funds' } as const
  await app.send(reverseReceipt, landlord, { params: { id: check.id }, body: bounced })
  await app.send(writeOff, landlord, { params: { id }, body: { amount: 50, reason: 'Agreed' } })
  expect(await answers(landlord, id, 'What credit was given?')).toEqual([
    '$100.00 was given as a credit on Mar 3, 2026. Reason: No heat',
  ])
  expect(await answers(landlord, id, 'What was written off?')).toEqual([
    '$50.00 was written off on Mar 15, 2026. Reason: Agreed',
  ])
  expect(await answers(landlord, id, 'What was received?')).toEqual(['Nothing has been received.'])
  expect(await answers(landlord, id, 'What was reversed?')).toEqual([
    '$400.00 received on Mar 4, 2026 was reversed on Mar 9, 2026. Reason: No funds',
  ])
  const fees = (await app.send(listLateFees, landlord)).body
  expect(fees.filter(({ kind }) => kind === 'returned_payment').map(({ basis }) => basis.inputs.returnedOn)).toEqual([
    '2026-03-09',
  ])
})

test('what is settled is paid in full only by money; otherwise the status says what was received, credited and written off', async () => {
  const landlord = actors.landlord()
  const { tenantId } = await app.addTenant(landlord)
  const charge = async (form: Parameters<PaymentsApp['charge']>[2] = {}) =>
    (await app.charge(landlord, tenantId, { amount: 1200, dueDate: '2026-03-01', ...form })).id
  const write = (id: string) => app.send(writeOff, landlord, { params: { id }, body: { reason: 'Agreed' } })
  const status = (id: string) => answers(landlord, id, 'Why this status?')
  const written = await charge()
  await write(written)
  expect(await status(written)).toEqual(['Nothing is open: $1,200.00 was written off.'])
  const mixed = await charge({ status: 'partial', amountPaid: 800 })
  await app.send(giveCredit, landlord, { params: { id: tenantId }, body: { amount: 300, reason: 'No heat' } })
  await write(mixed)
  expect(await status(mixed)).toEqual([
    'Nothing is open: $800.00 was received, $300.00 was credited, and $100.00 was written off.',
  ])
  expect(await status(await charge({ status: 'paid' }))).toEqual(['It is paid in full.'])
})
