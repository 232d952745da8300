import { createPayment } from '@keyhold/contracts/payments/payments'
import { createInvitation, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { addDays } from '@keyhold/kit/lib/dates'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { dueDayOf, endOf, propertyOf, startOf } from '../story/terms.ts'
import { people } from '../story/people.ts'
import { type DemoTenancy, tenancies, type TenancyKey } from '../story/tenancies.ts'
import { hours, known, type Scene, sceneOn, type Story } from './scenes.ts'

export const visitor: Actor = { role: 'visitor', ip: '127.0.0.1' }

/** Those who use the portal. */
const portalUsers: TenancyKey[] = ['jordan', 'noor', 'grace', 'roommates']

/** Leases begin with their deposits, some tenants open the portal, a rent rises, and somebody new is invited. */
export const tenancyScenes = (story: Story): Scene[] => [
  ...(Object.keys(tenancies) as TenancyKey[]).flatMap((key) => {
    const start = startOf(tenancies[key], story.calendar)
    return [
      sceneOn(start, hours.contracts, () => moveIn(story, key)),
      sceneOn(start, hours.money, () => payDeposit(story, key)),
    ]
  }),
  ...portalUsers.map((key) =>
    sceneOn(addDays(startOf(tenancies[key], story.calendar), 2), hours.papers, () => openPortal(story, key)),
  ),
  sceneOn(story.calendar.day(-5, 20), hours.papers, () => raiseRent(story, 'priya')),
  sceneOn(story.calendar.daysAgo(2), hours.papers, () => inviteElena(story)),
]

function homeOf({ properties, units }: Story, tenancy: DemoTenancy) {
  const { home } = tenancy
  const propertyId = properties[propertyOf(tenancy)]
  return home === 'house' || home === 'loft' ? { propertyId } : { propertyId, unitId: units[home] }
}

async function moveIn(story: Story, key: TenancyKey): Promise<void> {
  const { call, maya, calendar } = story
  const tenancy: DemoTenancy = tenancies[key]
  const [first, ...others] = tenancy.tenants
  const start = startOf(tenancy, calendar)
  const terms = {
    leaseStartDate: start,
    leaseEndDate: endOf(tenancy, calendar),
    termKind: tenancy.termKind,
    monthlyRent: tenancy.rent,
    securityDeposit: tenancy.rent,
    ...(tenancy.startDay || tenancy.isDueToday ? { dueDay: dueDayOf(tenancy, calendar) } : {}),
    ...(tenancy.startDay ? { proration: 'actual' as const } : {}),
  }
  const tenant = await call(createTenant, maya, { body: { ...people[first], ...homeOf(story, tenancy), ...terms } })
  story.tenants[first] = tenant.id
  story.tenancies[key] = tenant.tenancyId!
  for (const other of others) {
    const body = { ...people[other], tenancyId: tenant.tenancyId!, joinedOn: start }
    story.tenants[other] = (await call(createTenant, maya, { body })).id
  }
}

/** Deposits are kept in an account of their own. */
async function payDeposit(story: Story, key: TenancyKey): Promise<void> {
  const { tenants, rent, habit } = tenancies[key]
  const start = startOf(tenancies[key], story.calendar)
  await story.call(createPayment, story.maya, {
    body: {
      tenantId: known(story.tenants, tenants[0]),
      amount: rent,
      paymentType: 'security_deposit',
      paymentMethod: habit.method,
      status: 'paid',
      dueDate: start,
      paidDate: start,
      bankAccountId: story.trustAccount,
    },
  })
}

async function openPortal(story: Story, key: TenancyKey): Promise<void> {
  const { call, maya, password } = story
  const person = people[tenancies[key].tenants[0]]
  const { firstName, lastName, email, phone } = person
  const invitation = await call(createInvitation, maya, {
    body: { email, firstName, lastName, phone, ...homeOf(story, tenancies[key]), sendSMS: true },
  })
  const token = new URL(invitation.inviteLink).searchParams.get('token') ?? ''
  const { tenantId } = await call(registerTenant, visitor, { body: { ...person, token, password } })
  story.tenants[tenancies[key].tenants[0]] = tenantId
}

function raiseRent(story: Story, key: 'priya'): Promise<unknown> {
  const { month, rent } = tenancies[key].newRent
  const rentSteps = [{ startsOn: story.calendar.day(month, 1), monthlyRent: rent }]
  return story.call(updateTenancy, story.maya, { params: { id: known(story.tenancies, key) }, body: { rentSteps } })
}

function inviteElena({ call, maya, properties, units }: Story): Promise<unknown> {
  const { firstName, lastName, email, phone } = people.elena
  return call(createInvitation, maya, {
    body: {
      firstName,
      lastName,
      email,
      phone,
      propertyId: properties.court,
      unitId: units.a104,
      message: 'The apartment is free from the first. Please register, so that I can prepare the lease.',
      sendSMS: true,
    },
  })
}
