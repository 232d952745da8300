import { billing } from '@keyhold/billing/service'
import type { Endpoint, ResponseOf } from '@keyhold/contracts/endpoint'
import { attention, type Attention, type AttentionKind } from '@keyhold/contracts/gateway/attention'
import { signup } from '@keyhold/contracts/identity/accounts'
import { listLateFees, postLateFees } from '@keyhold/contracts/payments/late-fees'
import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { createMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { dismissDelivery } from '@keyhold/contracts/messaging/deliveries'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { createInvitation } from '@keyhold/contracts/tenancy/invitations'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { gateway } from '@keyhold/gateway/service'
import { identity } from '@keyhold/identity/service'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { httpSend } from '@keyhold/kit/http/call'
import { startServices, type Runtime } from '@keyhold/kit/runtime/start-services'
import { type Listening, listen, serviceApp } from '@keyhold/kit/runtime/http-server'
import { silentLog } from '@keyhold/kit/runtime/log'
import { createMetrics } from '@keyhold/kit/runtime/metrics'
import { actors, startTestApp, type TestApp } from '@keyhold/kit/testing/test-app'
import { maintenance } from '@keyhold/maintenance/service'
import { messaging } from '@keyhold/messaging/service'
import { payments } from '@keyhold/payments/service'
import { properties } from '@keyhold/properties/service'
import { tenancy } from '@keyhold/tenancy/service'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The list that no service owns: put together at the gateway, which asks the real services over HTTP.

const secret = 'a secret of at least 32 characters'
let behind: TestApp
let listening: Listening
let wire: ReturnType<typeof httpSend>
let front: Runtime
/** A service that does not answer. */
let away = ''
let ann: LandlordActor
let bob: LandlordActor
let tenancyId: string
let tenantId: string

beforeAll(async () => {
  behind = await startTestApp([identity, properties, tenancy, payments, maintenance, messaging, billing], {
    env: { DEV_OUTBOX: 'on' },
  })
  listening = await listen(serviceApp({ runtime: behind.runtime, secret, metrics: createMetrics(), log: silentLog }), {
    port: 0,
    host: '127.0.0.1',
  })
  wire = httpSend({ secret, urlOf: () => listening.url })
  const nobody = httpSend({ secret, urlOf: () => 'http://127.0.0.1:1' })
  front = await startServices({
    services: [gateway],
    env: {},
    clock: behind.clock,
    log: silentLog,
    bus: behind.bus,
    database: { ownerUrl: behind.databaseUrl, roleSecret: 'test' },
    remote: (service, ...request) => (service === away ? nobody : wire).send(service, ...request),
  })
  ;[ann, bob] = [await landlord('ann'), await landlord('bob')]
  await neglect(ann)
}, 60_000)
afterAll(async () => {
  await front.stop()
  await wire.close()
  await listening.drain()
  await behind.stop()
})

async function landlord(name: string): Promise<LandlordActor> {
  const account = {
    email: `${name}@landlords.test`,
    password: 'correct-horse-42',
    phone: '+1 555 010 0100',
    userType: 'landlord' as const,
  }
  const { id } = await make(signup, actors.visitor(), { body: { ...account, firstName: name, lastName: 'Lord' } })
  return { ...actors.landlord(), userId: id, landlordId: id }
}

async function make<E extends Endpoint>(
  endpoint: E,
  actor: Actor,
  input: Parameters<typeof behind.send<E>>[2],
): Promise<ResponseOf<E>> {
  const answer = await behind.send(endpoint, actor, input)
  if (answer.status >= 300) throw new Error(`${endpoint.path}: ${JSON.stringify(answer.problem)}`)
  return answer.body
}

/** One of everything that waits for a landlord; what is behind on 15 March 2026 has been so for a while. */
async function neglect(actor: LandlordActor): Promise<void> {
  const place = {
    name: 'Elm House',
    address: '1 Elm St',
    city: 'Portland',
    state: 'OR',
    zipCode: '97214',
    propertyType: 'house',
    monthlyRent: 1000,
  }
  const { id: propertyId } = await make(createProperty, actor, { body: place })
  const terms = { propertyId, monthlyRent: 1000, leaseStartDate: '2026-01-10', leaseEndDate: '2026-04-20' }
  const member = { firstName: 'Toni', lastName: 'Tenant', email: 'toni@tenants.test' }
  const tenant = await make(createTenant, actor, { body: { ...member, ...terms } })
  ;[tenantId, tenancyId] = [tenant.id, tenant.tenancyId ?? '']
  await behind.settled()
  await make(reportPayment, actors.tenantOf(actor, tenantId), { body: { amount: 250.5 } })
  await make(saveLateFeePolicy, actor, {
    body: { scope: 'account', graceDays: 3, kind: 'flat', amount: 25, includesOverdue: true },
  })
  const request = { description: 'Water everywhere', propertyId }
  await make(createMaintenance, actor, { body: { ...request, title: 'Gutter hangs', priority: 'high' } })
  behind.clock.advance(25 * 60 * 60 * 1000)
  await make(createMaintenance, actor, { body: { ...request, title: 'Burst pipe', priority: 'emergency' } })
  // No text reaches such a number.
  await make(createInvitation, actor, { body: { email: 'next@tenants.test', phone: '12 34', sendSMS: true } })
  await behind.settled()
}

async function look(actor: LandlordActor): Promise<Attention> {
  const request = {
    actor,
    params: {},
    query: {},
    body: '',
    requestId: 'r',
    ip: '',
    secure: true,
    header: () => undefined,
  }
  const answer = await front.send('gateway', attention, request)
  expect(answer.status, String(answer.body)).toBe(200)
  return JSON.parse(String(answer.body)) as Attention
}
const kindsOf = ({ items }: Attention) => [...new Set(items.map(({ kind }) => kind))]
const all: Attention['totals'] = {
  emergency: 1,
  overdue: 1,
  // Listed with what is overdue of the same tenant.
  unverified: 0,
  late_fee: 3,
  billing_ended: 0,
  without_home: 0,
  past_due: 1,
  bill: 0,
  ending: 1,
  insurance: 0,
  failed_message: 1,
  late_turnover: 0,
  unassigned_turnover: 0,
}

it('holds what waits in five services, the most pressing first, each with what leads to its cure', async () => {
  const { items, totals, unknown } = await look(ann)
  expect([totals, unknown]).toEqual([all, []])
  expect(items).toMatchObject([
    { kind: 'emergency', title: 'Burst pipe', note: 'Elm House', at: behind.clock.now().toISOString() },
    {
      kind: 'overdue',
      tenantId,
      title: 'Toni Tenant',
      note: 'Elm House',
      amount: 3000,
      count: 3,
      reported: 250.5,
      on: '2026-01-10',
    },
    { kind: 'past_due', title: 'Gutter hangs', at: '2026-03-16T15:00:00.000Z' },
    { kind: 'ending', recordId: tenancyId, tenantId, title: 'Toni Tenant', note: 'Elm House', on: '2026-04-20' },
    { kind: 'failed_message', title: '12 34' },
  ])
})

it('is empty for another landlord, and nobody else may look', async () => {
  expect(await look(bob)).toEqual({
    items: [],
    totals: Object.fromEntries(Object.keys(all).map((kind) => [kind, 0])),
    unknown: [],
  })
  for (const actor of [actors.tenantOf(ann, tenantId), actors.visitor()])
    await expect(look(actor as LandlordActor)).rejects.toThrow()
})

const told: Record<string, AttentionKind[]> = {
  maintenance: ['emergency', 'past_due', 'bill'],
  payments: ['overdue', 'unverified', 'late_fee', 'billing_ended'],
  tenancy: ['ending', 'insurance', 'without_home'],
  messaging: ['failed_message'],
}
it.each(Object.entries(told))('without %s holds the rest, and says what is not known', async (service, kinds) => {
  const whole = kindsOf(await look(ann))
  away = service
  try {
    const seen = await look(ann)
    expect(seen.unknown.toSorted()).toEqual(kinds.toSorted())
    expect(kindsOf(seen)).toEqual(whole.filter((kind) => !kinds.includes(kind)))
    for (const [kind, total] of Object.entries(all))
      expect(seen.totals[kind as AttentionKind], kind).toBe(kinds.includes(kind as AttentionKind) ? 0 : total)
  } finally {
    away = ''
  }
})

it('what was seen to is gone from it', async () => {
  const { items } = await look(ann)
  const of = (kind: AttentionKind) => ({ id: items.find((item) => item.kind === kind)?.recordId ?? '' })
  const done = [
    behind.send(updateMaintenance, ann, {
      params: of('emergency'),
      body: { status: 'in_progress', vendorName: 'Pat’s Pipes' },
    }),
    behind.send(updateMaintenance, ann, { params: of('past_due'), body: { status: 'cancelled' } }),
    behind.send(updateTenancy, ann, { params: of('ending'), body: { endDate: '2027-04-20' } }),
    behind.send(dismissDelivery, ann, { params: of('failed_message') }),
  ]
  expect((await Promise.all(done)).map(({ status }) => status)).toEqual([200, 200, 200, 204])
  const proposed = (await behind.send(listLateFees, ann, { query: { status: 'proposed' } })).body.map(({ id }) => id)
  await behind.send(postLateFees, ann, { body: { ids: proposed } })
  await behind.settled()
  const left = await look(ann)
  expect(left.totals).toMatchObject({ emergency: 0, past_due: 0, ending: 0, failed_message: 0, late_fee: 0 })
  expect(kindsOf(left)).toEqual(['overdue'])
  const { body: overdue } = await behind.send(listPayments, ann, { query: { status: 'overdue' } })
  expect(left.items[0]).toMatchObject({
    count: overdue.length,
    amount: overdue.reduce((sum, { balance }) => sum + balance, 0),
  })
})

it('a lease that is over and no longer charged while people live there is listed once, and goes on at their word', async () => {
  const lease = { monthlyRent: 900, leaseStartDate: '2025-09-01', leaseEndDate: '2026-02-28', endsWithTerm: true }
  const person = { firstName: 'Hal', lastName: 'Holdover', email: 'hal@tenants.test' }
  const tenant = await make(createTenant, bob, { body: { ...person, ...lease } })
  await behind.settled()
  const { items, totals } = await look(bob)
  expect(items.filter(({ kind }) => kind === 'ending' || kind === 'billing_ended')).toMatchObject([
    { kind: 'billing_ended', recordId: tenant.tenancyId, tenantId: tenant.id, title: 'Hal Holdover', on: '2026-02-28' },
  ])
  expect([totals.billing_ended, totals.ending]).toEqual([1, 0])
  const goesOn = { params: { id: tenant.tenancyId ?? '' }, body: { termKind: 'rollover' as const } }
  expect((await behind.send(updateTenancy, bob, goesOn)).status).toBe(200)
  await behind.settled()
  expect((await look(bob)).totals).toMatchObject({ billing_ended: 0, ending: 0 })
})
