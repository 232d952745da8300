import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { ChargePaid } from '@keyhold/contracts/payments/events'
import { getPayment, summarizePayments } from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

test('money beyond all charges is credit and no revenue until it pays the next charge', async () => {
  const ann = actors.landlord()
  const tenant = await app.addTenant(ann)
  const summary = async (query = {}) => (await app.send(summarizePayments, ann, { query })).body
  const first = await app.charge(ann, tenant.tenantId)
  await app.verify(ann, first.id, { amountPaid: 1500 })
  expect(await summary()).toMatchObject({ totalRevenue: 1000, credit: 500, outstanding: 0 })
  expect(await summary({ tenantId: tenant.tenantId })).toMatchObject({ totalRevenue: 1000, credit: 500 })
  // Credit belongs to no charge, so filters on charges leave it out.
  expect(await summary({ status: 'paid' })).toMatchObject({ totalRevenue: 1000, credit: 0 })
  expect(await summary({ paymentType: 'security_deposit' })).toMatchObject({ totalRevenue: 0, credit: 0 })
  const dashboard = async () => (await app.send(paymentDashboard, ann)).body
  expect(await dashboard()).toMatchObject({ monthlyRevenue: 1000 })

  expect(await app.charge(ann, tenant.tenantId)).toMatchObject({ amountPaid: 500, balance: 500, status: 'partial' })
  expect(await summary()).toMatchObject({ totalRevenue: 1500, credit: 0, outstanding: 500 })
  expect(await dashboard()).toMatchObject({ monthlyRevenue: 1500, outstandingPayments: 0 })
  expect((await app.send(tenantStats, tenant)).body).toMatchObject({ balance: 0, nextPayment: { amount: 500 } })
})

test('the oldest credit is allocated first, to the cent; money recorded with a new charge pays that charge', async () => {
  const ann = actors.landlord()
  const { tenantId } = await app.addTenant(ann)
  const read = async (id: string) => (await app.send(getPayment, ann, { params: { id } })).body
  const one = await app.charge(ann, tenantId, { amount: 10 })
  await app.verify(ann, one.id, { amountPaid: 20.05 })
  app.clock.advance(1000)
  // Paid by its own money; the credit stays.
  expect(await app.charge(ann, tenantId, { amount: 7, status: 'paid' })).toMatchObject({ amountPaid: 7 })
  const two = await app.charge(ann, tenantId, { amount: 10.05 })
  expect(two).toMatchObject({ status: 'paid', balance: 0 })
  await app.settled()
  expect(app.published(ChargePaid).filter(({ chargeId }) => chargeId === two.id)).toHaveLength(1)
  // It was the first receipt's money: after the reversal both are open again.
  await app.send(reversePayment, ann, { params: { id: one.id }, body: { reason: 'x' } })
  expect([await read(one.id), await read(two.id)]).toMatchObject([{ amountPaid: 0 }, { amountPaid: 0 }])
})

test('a repeated reversal does not reverse the credit of another receipt', async () => {
  const ann = actors.landlord()
  const { tenantId } = await app.addTenant(ann)
  const reverse = (id: string) => app.send(reversePayment, ann, { params: { id }, body: { reason: 'x' } })
  const one = await app.charge(ann, tenantId, { dueDate: '2026-01-01', status: 'paid' })
  const two = await app.charge(ann, tenantId, { dueDate: '2026-02-01' })
  await app.verify(ann, two.id, { amountPaid: 1500 })
  expect([(await reverse(one.id)).status, (await reverse(one.id)).status]).toEqual([200, 409])
  expect((await app.send(getPayment, ann, { params: { id: two.id } })).body).toMatchObject({ status: 'paid' })
  // The next charge allocates the credit, oldest debt first.
  expect(await app.charge(ann, tenantId)).toMatchObject({ amountPaid: 0 })
  expect((await app.send(getPayment, ann, { params: { id: one.id } })).body).toMatchObject({ amountPaid: 500 })
})

test('credit is never allocated twice to charges created at the same time', async () => {
  const ann = actors.landlord()
  const { tenantId } = await app.addTenant(ann)
  const { id } = await app.charge(ann, tenantId, { amount: 10 })
  await app.verify(ann, id, { amountPaid: 260 })
  await Promise.all(Array.from({ length: 5 }, () => app.charge(ann, tenantId, { amount: 100 })))
  expect((await app.send(summarizePayments, ann, { query: { tenantId } })).body).toMatchObject({
    totalRevenue: 260,
    credit: 0,
    outstanding: 250,
  })
})
