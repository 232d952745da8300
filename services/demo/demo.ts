import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uploadDocument } from '@keyhold/contracts/properties/documents'
import { confirm, signup } from '@keyhold/contracts/identity/accounts'
import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { createMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { createVendor } from '@keyhold/contracts/maintenance/vendors'
import { createPayment, listPayments, type Payment, verifyPayment } from '@keyhold/contracts/payments/payments'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { createInvitation, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { createUnit } from '@keyhold/contracts/properties/units'
import { type Actor, type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import type { Log } from '@keyhold/kit/runtime/log'
import { v7 } from 'uuid'
import { leasePdf } from './lease-pdf.ts'

export interface DemoAccount {
  email: string
  password: string
  role: 'landlord' | 'tenant' | 'super_admin'
}

/** Who the demo's administrator is, where the settings allow this very person (`npm start` on its own does). */
export const demoAdmin = {
  email: 'ada@demo.keyhold.test',
  firstName: 'Ada',
  lastName: 'Lindqvist',
  phone: '+1 555 010 0100',
}

const visitor: Actor = { role: 'visitor', ip: '127.0.0.1' }

/**
 * A small sample portfolio, made through the same calls that people make, in a database that has none yet.
 * The password is made up at the first start and kept beside the data, so that the repository holds no secret.
 */
export async function seedDemo({
  runtime,
  dataDir,
  withAdmin,
  clock,
  log,
}: {
  runtime: Runtime
  dataDir: string
  withAdmin: boolean
  clock: Clock
  log: Log
}): Promise<DemoAccount[]> {
  const file = join(dataDir, 'demo.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DemoAccount[]
  const password = inventPassword()
  const accounts: DemoAccount[] = [
    { email: 'maya@demo.keyhold.test', password, role: 'landlord' },
    { email: 'jordan@demo.keyhold.test', password, role: 'tenant' },
    ...(withAdmin ? [{ email: demoAdmin.email, password, role: 'super_admin' as const }] : []),
  ]
  // Before the portfolio: a crash in the middle must not leave accounts whose password nobody knows.
  writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 })
  try {
    await makePortfolio(runtime, clock, password)
    if (withAdmin) await makeAdmin(runtime, password)
  } catch (error) {
    log.warn({ error }, 'the demo portfolio could not be made whole; the database may hold some of it already')
  }
  return accounts
}

async function makePortfolio({ call }: Runtime, clock: Clock, password: string): Promise<void> {
  const user = await call(signup, visitor, {
    body: {
      email: 'maya@demo.keyhold.test',
      password,
      firstName: 'Maya',
      lastName: 'Okafor',
      phone: '+1 555 010 0199',
      userType: 'landlord',
    },
  })
  const maya: LandlordActor = { role: 'landlord', userId: user.id, landlordId: user.id, sessionId: v7() }
  const add = (name: string, address: string, rent: number, rest: object) =>
    call(createProperty, maya, {
      body: {
        name,
        address,
        city: 'Portland',
        state: 'OR',
        zipCode: '97214',
        propertyType: 'apartment',
        monthlyRent: rent,
        amenities: [],
        images: [],
        ...rest,
      },
    })
  const loft = await add('Alder Loft', '1420 SE Alder St, Unit 3', 1850, {
    bedrooms: 1,
    bathrooms: 1,
    squareFeet: 720,
    securityDeposit: 1850,
    description: 'Top-floor loft with north light, a short walk from the river.',
  })
  const duplex = await add('Hawthorne Duplex', '3311 SE Hawthorne Blvd', 2400, {
    propertyType: 'duplex',
    bedrooms: 3,
    bathrooms: 1.5,
    squareFeet: 1340,
    securityDeposit: 2400,
  })
  const upper = await call(createUnit, maya, {
    params: { id: duplex.id },
    body: { name: 'Upper floor', bedrooms: 2, bathrooms: 1, squareFeet: 880, marketRent: 1650 },
  })
  await add('Garden Studio', '88 NE Fremont St, Rear', 1190, {
    propertyType: 'studio',
    bathrooms: 1,
    squareFeet: 410,
    description: 'Detached studio behind the main house, newly painted.',
  })

  const start = monthsBefore(clock.now(), 3)
  await call(createTenant, maya, {
    body: {
      firstName: 'Jordan',
      lastName: 'Reyes',
      email: 'jordan@demo.keyhold.test',
      phone: '+1 555 010 0142',
      propertyId: loft.id,
      leaseStartDate: start,
      leaseEndDate: yearAfter(start),
      monthlyRent: 1850,
      securityDeposit: 1850,
    },
  })
  const priya = await call(createTenant, maya, {
    body: {
      firstName: 'Priya',
      lastName: 'Shah',
      email: 'priya@demo.keyhold.test',
      propertyId: duplex.id,
      leaseStartDate: start,
      leaseEndDate: yearAfter(start),
      monthlyRent: 2400,
      securityDeposit: 2400,
    },
  })
  // Shares Priya's tenancy, and with it the ledger.
  await call(createTenant, maya, {
    body: { firstName: 'Tomas', lastName: 'Shah', email: 'tomas@demo.keyhold.test', tenancyId: priya.tenancyId },
  })
  const noor = await call(createTenant, maya, {
    body: {
      firstName: 'Noor',
      lastName: 'Haddad',
      email: 'noor@demo.keyhold.test',
      phone: '+1 555 010 0177',
      propertyId: duplex.id,
      unitId: upper.id,
      leaseStartDate: start,
      leaseEndDate: yearAfter(start),
      monthlyRent: 1650,
      securityDeposit: 1650,
    },
  })
  const invitation = await call(createInvitation, maya, {
    body: {
      email: 'jordan@demo.keyhold.test',
      firstName: 'Jordan',
      lastName: 'Reyes',
      phone: '+1 555 010 0142',
      propertyId: loft.id,
      sendSMS: true,
    },
  })
  const token = new URL(invitation.inviteLink).searchParams.get('token') ?? ''
  const { tenantId } = await call(registerTenant, visitor, {
    body: { token, firstName: 'Jordan', lastName: 'Reyes', phone: '+1 555 010 0142', password },
  })

  const jordan: Actor = { role: 'tenant', userId: v7(), landlordId: maya.landlordId, tenantId, sessionId: v7() }
  const [rents, shared, late] = await Promise.all([
    rentsOf(call, maya, tenantId),
    rentsOf(call, maya, priya.id),
    rentsOf(call, maya, noor.id),
  ])
  // Received on the day it was due; of the last day or two today, as it is at the property.
  const yesterday = new Date(clock.now().getTime() - 24 * 60 * 60_000).toISOString().slice(0, 10)
  const paid = ({ id, dueDate }: Rent) =>
    call(verifyPayment, maya, {
      params: { id },
      body: { verificationMethod: 'manual', paidDate: dueDate < yesterday ? dueDate : null },
    })
  // Noor is behind: one of four rents was paid.
  for (const payment of [...rents.slice(0, 3), ...shared.slice(0, 4), ...late.slice(0, 1)]) await paid(payment)
  await call(reportPayment, jordan, { body: { amount: 1850, paymentMethod: 'bank_transfer' } })
  for (const [tenant, amount] of [
    [tenantId, 1850],
    [noor.id, 1650],
  ] as const)
    await call(createPayment, maya, {
      body: {
        tenantId: tenant,
        amount,
        paymentType: 'security_deposit',
        dueDate: start,
        status: 'paid',
        paidDate: start,
      },
    })
  await call(saveLateFeePolicy, maya, {
    body: { scope: 'account', graceDays: 4, kind: 'flat', amount: 75, minimumBalance: 50 },
  })
  await call(createTenantMaintenance, jordan, {
    body: {
      title: 'Kitchen tap drips',
      description: 'The tap drips all night, even when it is turned off hard.',
      category: 'plumbing',
      priority: 'medium',
    },
  })
  await call(createMaintenance, maya, {
    body: {
      title: 'Clear the gutters',
      description: 'Yearly, before the rains.',
      category: 'exterior',
      priority: 'low',
      propertyId: duplex.id,
    },
  })
  const plumber = await call(createVendor, maya, {
    body: {
      name: 'Rose City Plumbing',
      phone: '+1 555 010 0188',
      email: 'desk@rosecity.keyhold.test',
      trades: ['plumbing', 'hvac'],
    },
  })
  const repair = await call(createMaintenance, maya, {
    body: {
      title: 'Water heater makes noise',
      description: 'Knocks when it heats up.',
      category: 'plumbing',
      priority: 'medium',
      propertyId: loft.id,
      vendorId: plumber.id,
      estimatedCost: 240,
    },
  })
  await call(updateMaintenance, maya, {
    params: { id: repair.id },
    body: { status: 'in_progress', scheduledDate: dayAfter(clock.now(), 2) },
  })
  await call(createMaintenance, maya, {
    body: {
      title: 'No heat on the upper floor',
      description: 'The furnace does not start, and the nights are cold.',
      category: 'hvac',
      priority: 'emergency',
      propertyId: duplex.id,
      tenantId: noor.id,
    },
  })
  await call(uploadDocument, maya, {
    body: {
      file: { name: 'Alder Loft lease.pdf', bytes: leaseOf(start) },
      category: 'lease',
      propertyId: loft.id,
      tenantId,
    },
  })
}

/** The lease that Jordan signed, as a landlord would have it on file. */
const leaseOf = (start: string) =>
  leasePdf([
    'Residential Lease Agreement',
    '',
    'This lease agreement is made between Maya Okafor (Landlord) and Jordan Reyes (Tenant).',
    '',
    'Landlord: Maya Okafor',
    'Tenant: Jordan Reyes',
    'Premises: 1420 SE Alder St, Unit 3, Portland, OR 97214',
    '',
    `Lease start date: ${longDate(start)}`,
    `Lease end date: ${longDate(yearAfter(start))}`,
    '',
    'Monthly rent: $1,850.00, due on the 1st day of each month.',
    'Security deposit: $1,850.00, held until the tenancy ends.',
    'Late fee: $75.00 after a grace period of 4 days.',
    'Pets: one cat is allowed. Smoking is not.',
    '',
    'Signed by both parties.',
  ])

/** The way every administrator comes in: sign-up, and the link in the mail. */
async function makeAdmin({ call }: Runtime, password: string): Promise<void> {
  const { firstName, lastName, phone } = demoAdmin
  await call(signup, visitor, {
    body: { ...demoAdmin, password, userType: 'super_admin', adminName: `${firstName} ${lastName}`, adminPhone: phone },
  })
  const mails = await call(devOutbox, serviceActor('demo', null))
  const token = /\/confirm\?token=(\S+)/.exec(mails.find(({ to }) => to === demoAdmin.email)?.body ?? '')?.[1] ?? ''
  await call(confirm, visitor, { body: { token } })
}

type Rent = Pick<Payment, 'id' | 'dueDate'>

/** The twelve rents are planned when the tenant's event arrives: wait for them. */
async function rentsOf(call: Runtime['call'], landlord: LandlordActor, tenantId: string): Promise<Rent[]> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const rents = await call(listPayments, landlord, { query: { tenantId, sort: 'due', limit: 12 } })
    if (rents.length === 12) return rents
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the rents of the demo tenants did not appear')
}

const words = [
  'amber',
  'brisk',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'harbor',
  'inlet',
  'juniper',
  'kestrel',
  'lantern',
  'meadow',
  'nimbus',
  'orchard',
  'pebble',
  'quartz',
  'river',
  'saddle',
  'thicket',
]
const inventPassword = () =>
  `${words[randomInt(words.length)]}-${words[randomInt(words.length)]}-${randomInt(1000, 10_000)}`

function monthsBefore(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10)
}

const dayAfter = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const longDate = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

const yearAfter = (date: string) => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
