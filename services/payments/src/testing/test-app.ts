import { createPayment, type Payment, type PaymentForm } from '@keyhold/contracts/payments/payments'
import { verifyPayment } from '@keyhold/contracts/payments/verification'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import { PropertyCreated, getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated, type TenantSnapshot, getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, type Stub, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import type { ChangedTenancy } from '../domain/rents/tenancies.ts'
import { payments } from '../service.ts'

type Snapshot = z.output<typeof TenantSnapshot>

export const notFoundStubs: Stub[] = [
  stub(getTenantSnapshot, () => {
    throw new Refusal('not-found', 'Tenant not found')
  }),
  stub(getPropertySnapshot, () => {
    throw new Refusal('not-found', 'Property not found')
  }),
]

/** The payments service with steps shared by its tests. */
export async function startPaymentsApp({ stubs = notFoundStubs }: { stubs?: Stub[] } = {}) {
  const app = await startTestApp([payments], { stubs })

  const tenantSnapshot = (landlord: LandlordActor, over: Partial<Snapshot> = {}): Snapshot => ({
    tenantId: v7(),
    landlordId: landlord.landlordId,
    firstName: 'Tess',
    lastName: 'Tenant',
    email: 'tess@example.com',
    phone: null,
    propertyId: null,
    leaseStartDate: null,
    leaseEndDate: null,
    monthlyRent: null,
    isActive: true,
    ...over,
  })

  /** The tenancy of one tenant, with the tenant's id and terms. */
  const tenancySnapshot = (snapshot: Snapshot, over: Partial<ChangedTenancy> = {}): ChangedTenancy => ({
    tenancyId: snapshot.tenantId,
    landlordId: snapshot.landlordId,
    propertyId: snapshot.propertyId,
    unitId: snapshot.propertyId,
    accountId: snapshot.tenantId,
    tenantIds: [snapshot.tenantId],
    startDate: snapshot.leaseStartDate,
    endDate: snapshot.leaseEndDate,
    termKind: 'fixed',
    monthlyRent: snapshot.monthlyRent,
    rentSteps: [],
    securityDeposit: null,
    billing: null,
    movedOutOn: null,
    isVoid: false,
    ...over,
  })

  /** Publishes a tenant and their tenancy. With a rent and lease start, the twelve rents are posted. */
  async function addTenant(
    landlord: LandlordActor,
    over: Partial<Snapshot> = {},
    terms: Partial<ChangedTenancy> = {},
  ): Promise<TenantActor & { tenantId: string }> {
    const snapshot = tenantSnapshot(landlord, over)
    await app.publish(TenantCreated, snapshot)
    await app.publish(TenancyChanged, tenancySnapshot(snapshot, terms))
    return asTenant(landlord, snapshot.tenantId)
  }

  const asTenant = (landlord: LandlordActor, tenantId: string) =>
    actors.tenantOf(landlord, tenantId) as TenantActor & { tenantId: string }

  /** Publishes several tenants who share a tenancy. */
  async function addRoommates(
    landlord: LandlordActor,
    names: [string, ...string[]],
    terms: Partial<TenancySnapshot> = {},
  ): Promise<{ tenancy: TenancySnapshot; tenants: (TenantActor & { tenantId: string })[] }> {
    const people = names.map((firstName) =>
      tenantSnapshot(landlord, { firstName, lastName: 'Tenant', propertyId: terms.propertyId ?? null }),
    )
    for (const person of people) await app.publish(TenantCreated, person)
    const tenancy = tenancySnapshot(people[0]!, {
      tenancyId: v7(),
      tenantIds: people.map(({ tenantId }) => tenantId),
      ...terms,
    })
    await app.publish(TenancyChanged, tenancy)
    return { tenancy, tenants: people.map(({ tenantId }) => asTenant(landlord, tenantId)) }
  }

  async function addProperty(
    landlord: LandlordActor,
    { name = 'Elm 1', timeZone = 'America/New_York', propertyId = v7() } = {},
  ): Promise<string> {
    await app.publish(PropertyCreated, {
      propertyId,
      landlordId: landlord.landlordId,
      name,
      address: name,
      city: null,
      state: null,
      timeZone,
      monthlyRent: 1000,
      isDeleted: false,
    })
    return propertyId
  }

  /** Made as asked, also where one of that type and period exists. */
  async function charge(
    landlord: LandlordActor,
    tenantId: string,
    form: Partial<z.input<typeof PaymentForm>> = {},
  ): Promise<Payment> {
    const { status, body } = await app.send(createPayment, landlord, {
      body: { tenantId, amount: 1000, dueDate: '2026-03-20', isAdditional: true, ...form },
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }

  const verify = (landlord: LandlordActor, id: string, body: Record<string, unknown> = {}) =>
    app.send(verifyPayment, landlord, { params: { id }, body: { verificationMethod: 'manual', ...body } })
  const report = (tenant: TenantActor, amount: number, body: Record<string, unknown> = {}) =>
    app.send(reportPayment, tenant, { body: { amount, ...body } })

  return { ...app, tenantSnapshot, tenancySnapshot, addTenant, addRoommates, addProperty, charge, verify, report }
}

export type PaymentsApp = Awaited<ReturnType<typeof startPaymentsApp>>
