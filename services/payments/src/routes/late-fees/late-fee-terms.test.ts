import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { lateFeeTerms } from '@keyhold/contracts/payments/late-fee-terms'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

test('the terms of a tenant are told to services that act for the landlord, and to nobody else', async () => {
  const landlord = actors.landlord()
  const tenantId = v7()
  await app.publish(TenantCreated, {
    tenantId,
    landlordId: landlord.landlordId,
    firstName: 'Ada',
    lastName: 'Moss',
    email: 'ada@example.com',
    phone: null,
    propertyId: null,
    leaseStartDate: null,
    leaseEndDate: null,
    monthlyRent: null,
    isActive: true,
  })
  const ask = (landlordId: string) =>
    app.send(lateFeeTerms, actors.service('ai', landlordId), { params: { id: tenantId } })
  expect((await ask(landlord.landlordId)).body).toEqual({ policy: null })
  const body = { scope: 'account', graceDays: 4, kind: 'flat', amount: 60 }
  await app.send(saveLateFeePolicy, landlord, { body: { ...body, includesOverdue: true, isConfirmed: true } })
  expect((await ask(landlord.landlordId)).body).toEqual({
    policy: { isEnabled: true, graceDays: 4, kind: 'flat', amount: 60, frequency: 'once', cap: null },
  })
  expect((await ask(actors.landlord().landlordId)).body).toEqual({ policy: null })
})
