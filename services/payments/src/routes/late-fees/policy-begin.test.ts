import { type LateFeePolicyForm, saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { postLateFees, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lateFeeSteps } from '../../testing/late-fees.ts'
import { type PaymentsApp, startPaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
let steps: ReturnType<typeof lateFeeSteps>
let ann: LandlordActor
let day = '2026-03-15'
beforeAll(async () => {
  app = await startPaymentsApp()
  steps = lateFeeSteps(app)
})
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set(`${day}T15:00:00Z`)
})
afterAll(() => app.stop())

const save = (form: Partial<z.input<typeof LateFeePolicyForm>> = {}, actor = ann) =>
  app.send(saveLateFeePolicy, actor, { body: { scope: 'account', graceDays: 3, kind: 'flat', amount: 50, ...form } })
const proposals = async () =>
  (await steps.feesOf(ann, { status: 'proposed' })).map(({ rentDueDate, amount }) => [rentDueDate, amount] as const)
const rentDue = async (dueDate: string) => {
  const { tenantId } = await app.addTenant(ann)
  return app.charge(ann, tenantId, { dueDate })
}

describe('a late-fee policy', () => {
  test('judges rents that fall due from the day it is made on, and others when the landlord says so', async () => {
    await rentDue('2026-03-10')
    await rentDue('2026-03-15')
    expect((await save()).body).toMatchObject({ appliesFrom: '2026-03-15', returnedPaymentFee: null })
    await steps.at('2026-03-19T15:00:00Z')
    expect(await proposals()).toEqual([['2026-03-15', 50]])
    // Changing the fee leaves the day as it is.
    expect((await save({ amount: 40 })).body).toMatchObject({ appliesFrom: '2026-03-15', version: 2 })
    expect((await save({ amount: 40, includesOverdue: true })).body).toMatchObject({ appliesFrom: null, version: 3 })
    expect(new Map(await proposals())).toEqual(
      new Map([
        ['2026-03-10', 40],
        ['2026-03-15', 50],
      ]),
    )
    day = '2026-03-20'
  })

  test('for one property leaves earlier rents to the wider one; one without late fees holds at once', async () => {
    const propertyId = await app.addProperty(ann)
    const { tenantId } = await app.addTenant(ann, { propertyId })
    const form = { dueDate: '2026-03-12', propertyId } as const
    await app.charge(ann, tenantId, form)
    await save({ includesOverdue: true })
    await save({ scope: 'property', propertyId, amount: 30 })
    expect(await proposals()).toEqual([['2026-03-12', 50]])
    expect((await save({ scope: 'property', propertyId, isEnabled: false })).body.appliesFrom).toBeNull()
    expect(await proposals()).toEqual([])
    // Late fees again: from now on.
    expect((await save({ scope: 'property', propertyId })).body.appliesFrom).toBe('2026-03-20')
  })
})

describe('a fee beyond a sensible bound', () => {
  const refused = async (form: Partial<z.input<typeof LateFeePolicyForm>>) => {
    const { status, problem } = await save(form)
    return [status, problem?.code]
  }
  const asks = [409, 'confirmation-needed']

  test('is saved only with a confirmation: more than 10%, or more than a quarter of the smallest rent', async () => {
    await app.addTenant(ann, { monthlyRent: 1000, leaseStartDate: '2026-03-01' })
    await app.addTenant(ann, { monthlyRent: 800, leaseStartDate: '2026-03-01' })
    expect(await refused({ kind: 'percent', amount: 10.01 })).toEqual(asks)
    expect(await refused({ amount: 200.01 })).toEqual(asks)
    expect(await refused({ frequency: 'daily', amount: 10, cap: 201 })).toEqual(asks)
    expect(await refused({ returnedPaymentFee: 50.01 })).toEqual(asks)
    expect((await save({ amount: 200, returnedPaymentFee: 50 })).status).toBe(200)
    expect((await save({ kind: 'percent', amount: 12, isConfirmed: true })).body).toMatchObject({ amount: 12 })
    // What was confirmed is not asked again.
    expect((await save({ kind: 'percent', amount: 12, graceDays: 5 })).body).toMatchObject({ graceDays: 5 })
  })

  test('is judged by the rents of its own property', async () => {
    const [cheap, dear] = [await app.addProperty(ann), await app.addProperty(ann)]
    await app.addTenant(ann, { propertyId: cheap, monthlyRent: 400, leaseStartDate: '2026-03-01' })
    await app.addTenant(ann, { propertyId: dear, monthlyRent: 2000, leaseStartDate: '2026-03-01' })
    expect(await refused({ scope: 'property', propertyId: cheap, amount: 101 })).toEqual(asks)
    expect((await save({ scope: 'property', propertyId: dear, amount: 101 })).status).toBe(200)
  })
})

describe('a returned payment', () => {
  const returned = async (isReturned: boolean) => {
    const { tenantId } = await app.addTenant(ann)
    const charge = await app.charge(ann, tenantId, { dueDate: day, status: 'paid', paidDate: day })
    const body = { reason: 'Bounced', isReturned }
    expect((await app.send(reversePayment, ann, { params: { id: charge.id }, body })).status).toBe(200)
    return charge
  }

  test("has the policy's fee proposed once, which the landlord charges or waives", async () => {
    await save({ returnedPaymentFee: 35 })
    await returned(false)
    expect(await steps.feesOf(ann)).toEqual([])
    const charge = await returned(true)
    const [fee] = await steps.feesOf(ann)
    expect(fee).toMatchObject({
      kind: 'returned_payment',
      status: 'proposed',
      amount: 35,
      paymentId: charge.id,
      basis: { rule: 'returned-payment.flat/1', formula: '$35.00 for each returned payment' },
    })
    const [posted] = (await app.send(postLateFees, ann, { body: { ids: [fee!.id] } })).body
    const { body: why } = await app.send(explainPayment, ann, { params: { id: posted!.feePaymentId! } })
    expect(why.lines[0]).toMatchObject({
      answer: 'This is the fee for a payment that the bank returned.',
      formula: '$35.00 for each returned payment',
    })
    const waived = await app.send(waiveLateFee, ann, { params: { id: fee!.id }, body: { reason: 'First time' } })
    expect(waived.body).toMatchObject({ status: 'waived' })
  })

  test('that paid no charge has the fee proposed too, which is charged at the home of the account', async () => {
    const propertyId = await app.addProperty(ann)
    const { tenantId } = await app.addTenant(ann, { propertyId })
    await save({ returnedPaymentFee: 35 })
    const { body: receipt } = await app.send(recordReceipt, ann, { body: { tenantId, amount: 500, receivedOn: day } })
    expect(receipt.unallocated).toBe(500)
    const body = { kind: 'returned', reason: 'Bounced' } as const
    expect((await app.send(reverseReceipt, ann, { params: { id: receipt.id }, body })).status).toBe(200)
    const [fee] = await steps.feesOf(ann)
    expect(fee).toMatchObject({
      kind: 'returned_payment',
      status: 'proposed',
      amount: 35,
      tenantName: 'Tess Tenant',
      propertyName: 'Elm 1',
      paymentId: null,
      rentDueDate: null,
    })
    const [posted] = (await app.send(postLateFees, ann, { body: { ids: [fee!.id] } })).body
    expect(posted).toMatchObject({ status: 'posted' })
    const { body: charges } = await app.send(listPayments, ann, { query: { tenantId } })
    expect(charges).toMatchObject([{ id: posted!.feePaymentId, amount: 35, paymentType: 'late_fee', propertyId }])
    const { body: why } = await app.send(explainPayment, ann, { params: { id: posted!.feePaymentId! } })
    expect(why.lines[0]).toMatchObject({ answer: 'This is the fee for a payment that the bank returned.' })
  })

  test('does not take the place of the late fee for the same rent', async () => {
    await save({ returnedPaymentFee: 35 })
    await returned(true)
    await steps.at('2026-03-24T15:00:00Z')
    expect((await steps.feesOf(ann)).toSorted((a, b) => b.amount - a.amount)).toMatchObject([
      { kind: 'late', amount: 50 },
      { kind: 'returned_payment', amount: 35 },
    ])
  })

  test('has no fee where no policy names one', async () => {
    await save()
    await returned(true)
    expect(await steps.feesOf(ann)).toEqual([])
  })
})
