import { signup } from '@keyhold/contracts/identity/accounts'
import { createMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { createVendor } from '@keyhold/contracts/maintenance/vendors'
import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { createPayment, listPayments, type Payment } from '@keyhold/contracts/payments/payments'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import { verifyPayment } from '@keyhold/contracts/payments/verification'
import { uploadDocument } from '@keyhold/contracts/properties/documents'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { createUnit } from '@keyhold/contracts/properties/units'
import { createInvitation, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import { v7 } from 'uuid'
import * as data from './data.ts'
import { leasePdf } from './lease-pdf.ts'

type Call = Runtime['call']
type Rent = Pick<Payment, 'id' | 'dueDate'>

export const visitor: Actor = { role: 'visitor', ip: '127.0.0.1' }

const dayMs = 24 * 60 * 60_000

/** Creates the portfolio of data.ts, with dates relative to today. */
export async function seedPortfolio({ call }: Runtime, clock: Clock, password: string): Promise<void> {
  const user = await call(signup, visitor, { body: { ...data.landlord, password, userType: 'landlord' } })
  const maya: LandlordActor = { role: 'landlord', userId: user.id, landlordId: user.id, sessionId: v7() }
  const homes = await seedProperties(call, maya)
  const start = monthsBefore(clock.now(), data.monthsSinceMoveIn)
  const { jordan, tenantIds } = await seedTenants(call, maya, homes, start, password)
  await seedPayments(call, { maya, jordan, tenantIds, start, now: clock.now() })
  await seedRepairs(call, { maya, jordan, homes, noorId: tenantIds.noor, now: clock.now() })
  await call(uploadDocument, maya, {
    body: {
      file: { name: data.leaseFileName, bytes: leasePdf(data.leaseLines(start, yearAfter(start))) },
      category: 'lease',
      propertyId: homes.loft,
      tenantId: tenantIds.jordan,
    },
  })
}

type Homes = Record<'loft' | 'duplex' | 'upperFloor', string>

async function seedProperties(call: Call, maya: LandlordActor): Promise<Homes> {
  const loft = await call(createProperty, maya, { body: { ...data.properties.loft, amenities: [], images: [] } })
  const duplex = await call(createProperty, maya, { body: { ...data.properties.duplex, amenities: [], images: [] } })
  const upperFloor = await call(createUnit, maya, { params: { id: duplex.id }, body: data.upperFloor })
  await call(createProperty, maya, { body: { ...data.properties.studio, amenities: [], images: [] } })
  return { loft: loft.id, duplex: duplex.id, upperFloor: upperFloor.id }
}

type TenantIds = Record<keyof typeof data.tenants, string>

async function seedTenants(call: Call, maya: LandlordActor, homes: Homes, start: string, password: string) {
  const moveIn = ({ firstName, lastName, email, phone, rent }: DemoTenant, home: object) =>
    call(createTenant, maya, {
      body: {
        firstName,
        lastName,
        email,
        phone,
        ...home,
        leaseStartDate: start,
        leaseEndDate: yearAfter(start),
        monthlyRent: rent,
        securityDeposit: rent,
      },
    })
  await moveIn(data.tenants.jordan, { propertyId: homes.loft })
  const priya = await moveIn(data.tenants.priya, { propertyId: homes.duplex })
  await call(createTenant, maya, { body: { ...data.coTenant, tenancyId: priya.tenancyId } })
  const noor = await moveIn(data.tenants.noor, { propertyId: homes.duplex, unitId: homes.upperFloor })

  const { firstName, lastName, email, phone } = data.tenants.jordan
  const invitation = await call(createInvitation, maya, {
    body: { email, firstName, lastName, phone, propertyId: homes.loft, sendSMS: true },
  })
  const token = new URL(invitation.inviteLink).searchParams.get('token') ?? ''
  const { tenantId } = await call(registerTenant, visitor, { body: { token, firstName, lastName, phone, password } })
  const jordan: Actor = { role: 'tenant', userId: v7(), landlordId: maya.landlordId, tenantId, sessionId: v7() }
  const tenantIds: TenantIds = { jordan: tenantId, priya: priya.id, noor: noor.id }
  return { jordan, tenantIds }
}

interface DemoTenant {
  firstName: string
  lastName: string
  email: string
  phone?: string
  rent: number
  rentsPaid: number
  depositPaid?: boolean
}

interface PaymentScene {
  maya: LandlordActor
  jordan: Actor
  tenantIds: TenantIds
  start: string
  now: Date
}

async function seedPayments(call: Call, { maya, jordan, tenantIds, start, now }: PaymentScene): Promise<void> {
  // A rent that fell due in the last day or two counts as received today, whatever day it is at the property.
  const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10)
  const pay = ({ id, dueDate }: Rent) =>
    call(verifyPayment, maya, {
      params: { id },
      body: { verificationMethod: 'manual', paidDate: dueDate < yesterday ? dueDate : null },
    })
  for (const [name, tenant] of Object.entries<DemoTenant>(data.tenants)) {
    const tenantId = tenantIds[name as keyof TenantIds]
    const rents = await waitForRents(call, maya, tenantId)
    for (const rent of rents.slice(0, tenant.rentsPaid)) await pay(rent)
    if (!tenant.depositPaid) continue
    const deposit = { paymentType: 'security_deposit', status: 'paid', dueDate: start, paidDate: start } as const
    await call(createPayment, maya, { body: { tenantId, amount: tenant.rent, ...deposit } })
  }
  await call(reportPayment, jordan, { body: { amount: data.tenants.jordan.rent, paymentMethod: 'bank_transfer' } })
  await call(saveLateFeePolicy, maya, { body: data.lateFeePolicy })
}

/** Rents are planned once payments has received the tenancy's event. */
async function waitForRents(call: Call, landlord: LandlordActor, tenantId: string): Promise<Rent[]> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const rents = await call(listPayments, landlord, {
      query: { tenantId, paymentType: 'rent', sort: 'due', limit: 12 },
    })
    if (rents.length === 12) return rents
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the rents of the demo tenants did not appear')
}

interface RepairScene {
  maya: LandlordActor
  jordan: Actor
  homes: Homes
  noorId: string
  now: Date
}

async function seedRepairs(call: Call, { maya, jordan, homes, noorId, now }: RepairScene): Promise<void> {
  const { reportedByTenant, open, inProgress, emergency } = data.repairs
  await call(createTenantMaintenance, jordan, { body: reportedByTenant })
  await call(createMaintenance, maya, { body: { ...open, propertyId: homes.duplex } })
  const plumber = await call(createVendor, maya, { body: { ...data.plumber, trades: [...data.plumber.trades] } })
  const repair = await call(createMaintenance, maya, {
    body: { ...inProgress, propertyId: homes.loft, vendorId: plumber.id },
  })
  const scheduledDate = new Date(now.getTime() + 2 * dayMs).toISOString().slice(0, 10)
  await call(updateMaintenance, maya, { params: { id: repair.id }, body: { status: 'in_progress', scheduledDate } })
  await call(createMaintenance, maya, { body: { ...emergency, propertyId: homes.duplex, tenantId: noorId } })
}

function monthsBefore(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10)
}

const yearAfter = (date: string) => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
