import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listInsights } from '@keyhold/contracts/ai/insights'
import { endpoints } from '@keyhold/contracts/api'
import { createSubscription } from '@keyhold/contracts/billing/subscriptions'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { deleteDocument, uploadDocument } from '@keyhold/contracts/properties/documents'
import { restoreDocument } from '@keyhold/contracts/properties/document-bin'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { endSession, listSessions } from '@keyhold/contracts/identity/sessions'
import { createBankAccount, recordTransfer } from '@keyhold/contracts/payments/bank-accounts'
import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { addRequestPhoto, listRequestPhotos } from '@keyhold/contracts/maintenance/request-photos'
import { createMaintenance, listMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { createVendor } from '@keyhold/contracts/maintenance/vendors'
import { createTenantNotification } from '@keyhold/contracts/messaging/notifications'
import { createReminderRule, deleteReminderRule } from '@keyhold/contracts/messaging/reminder-rules'
import { listRefunds } from '@keyhold/contracts/payments/credits'
import { refundDeposit } from '@keyhold/contracts/payments/deposits'
import { listTenants } from '@keyhold/contracts/tenancy/tenants'
import { createPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { addPhoto, listPhotos } from '@keyhold/contracts/properties/property-photos'
import {
  createChatConversation,
  createPortalConversation,
  listPortalConversations,
  listTenantConversations,
} from '@keyhold/contracts/messaging/conversations'
import { addConversationFile } from '@keyhold/contracts/messaging/conversations-files'
import {
  listPortalMessages,
  listTenantMessages,
  sendChatMessage,
  sendPortalMessage,
} from '@keyhold/contracts/messaging/conversations-messages'
import { listExchanges } from '@keyhold/contracts/ai/assistant'
import { createCannedReply } from '@keyhold/contracts/messaging/conversations-settings'
import { createProperty, deleteProperty, listProperties } from '@keyhold/contracts/properties/properties'
import { previewCatchUp } from '@keyhold/contracts/payments/rent-changes'
import { reportFile } from '@keyhold/contracts/payments/reports'
import type { Role } from '@keyhold/contracts/roles'
import { removePasskey } from '@keyhold/contracts/identity/second-factors'
import { openTicket } from '@keyhold/contracts/identity/support-tickets'
import { createInvitation } from '@keyhold/contracts/tenancy/invitations'
import { createTenant, deleteTenant } from '@keyhold/contracts/tenancy/tenants'
import { answerImport, createImport } from '@keyhold/contracts/tenancy/imports'
import { listFeedConflicts } from '@keyhold/contracts/properties/stays/feed-conflicts'
import { createExport } from '@keyhold/contracts/properties/stays/feed-exports'
import { createFeed } from '@keyhold/contracts/properties/stays/feeds'
import { saveInsuranceRequirement } from '@keyhold/contracts/tenancy/insurance'
import { createBlock, listNights } from '@keyhold/contracts/properties/nights'
import { createBooking, extensionPreview } from '@keyhold/contracts/properties/stays/bookings'
import {
  changeCalendar,
  explainPrice,
  quoteStay,
  rentalCalendar,
  stayCalendar,
} from '@keyhold/contracts/properties/stays/calendar'
import { createRental, rentalHistory } from '@keyhold/contracts/properties/stays/listings'
import { createTask, createTurnoverRule } from '@keyhold/contracts/properties/stays/tasks'
import { createUnit, deleteUnit, listUnits } from '@keyhold/contracts/properties/units'
import { z } from '@keyhold/contracts/zod'
import { until } from '@keyhold/kit/testing/wait'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { picture } from '@keyhold/kit/testing/pictures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leasePdf } from '../demo/lease-pdf.ts'
import { type Person, type Product, type Response, startProduct } from '../testing/product.ts'
import { sampleOf } from '../testing/sample.ts'

// Generated from the contracts: a new endpoint is judged here without a line being written for it.
// It only has to exist in the sample portfolio below, when its path names a record that nothing there makes.

const routed = endpoints.filter(({ endpoint }) => endpoint.access !== 'service')
const name = ({ method, path }: Endpoint) => `${method} ${path}`
/** The administrator's alone: every landlord's records on purpose. */
const isPlatforms = ({ access }: Endpoint) => Array.isArray(access) && access.every((role) => role === 'super_admin')
const isTenants = ({ access }: Endpoint) => Array.isArray(access) && access.every((role) => role === 'tenant')
/** Passkeys are made by a browser; `passkeys.test.ts` of identity tries those of others. */
const isPasskey = ({ path }: Endpoint) => path === removePasskey.path
const namesRecord = (endpoint: Endpoint) => endpoint.path.includes('/:id') && !isPasskey(endpoint)
/** What tells a row of a list from others: some have no id of their own. */
const markOf = (row: { id?: string; tenantId?: string; unitId?: string }) => row.id ?? row.tenantId ?? row.unitId
const problemOf = ({ status, problem }: Response) => ({
  status,
  ...(status < 400 ? {} : { ...problem, requestId: '' }),
})
const idFields = (schema: z.ZodType) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return named.filter((field) => field in properties)
}

const absent = '019a0000-0000-7000-8000-00000000abcd'

/** A channel whose guest has nights that the landlord blocked. */
const channel = createServer((_, response) => {
  const day = (ahead: number) => addDays(dateAt(systemClock.now(), 'UTC'), ahead).replaceAll('-', '')
  const stay = `BEGIN:VEVENT\r\nUID:1@channel\r\nDTSTART;VALUE=DATE:${day(30)}\r\nDTEND;VALUE=DATE:${day(31)}\r\nSUMMARY:Reserved\r\nEND:VEVENT`
  response.end(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${stay}\r\nEND:VCALENDAR\r\n`)
})

let product: Product
let owner: Person
let other: Person
let tenant: Person
let otherTenant: Person
let admin: Person
let ownerHome: Home
let otherHome: Home

beforeAll(async () => {
  channel.listen(0, '127.0.0.1')
  await once(channel, 'listening')
  product = await startProduct({ env: { LOCAL_FEEDS: 'on' } })
  owner = await product.landlord('Olive')
  other = await product.landlord('Otto')
  admin = await product.superAdmin()
  ;[ownerHome, otherHome] = await Promise.all([furnish(owner), furnish(other)])
  ;[tenant, otherTenant] = [ownerHome.tenant, otherHome.tenant]
}, 90_000)
afterAll(async () => {
  await product.stop()
  channel.close()
})

/** Who signs in to the portal of a landlord's sample portfolio, and records of it that a body or a query can name. */
interface Home {
  tenant: Person
  ids: Record<(typeof named)[number], string>
}
const named = ['propertyId', 'unitId', 'tenantId', 'tenancyId', 'requestId', 'vendorId', 'paymentId'] as const

/** A tenant of an occupied home: the row asks how they live there. */
const tenantsFile = (email: string, property: string) =>
  `firstName,lastName,email,property,leaseStartDate\nAda,Moss,ada.${email},"${property}",2026-03-01\n`

/** A record of every kind for a landlord, and their tenant signed in to the portal. */
async function furnish(landlord: Person): Promise<Home> {
  const made = async <E extends Endpoint>(endpoint: E, input: Parameters<typeof landlord.api<E>>[1]) => {
    const answer = await landlord.api(endpoint, input)
    if (answer.status >= 300) throw new Error(`${name(endpoint)} for the sample portfolio: ${answer.text}`)
    return answer.body
  }
  const property = await made(createProperty, { body: sampleOf(createProperty.body) as object })
  const params = { id: property.id }
  const email = `tenant.of.${landlord.email}`
  const member = await made(createTenant, {
    body: {
      firstName: 'Toni',
      lastName: 'Tenant',
      email,
      propertyId: property.id,
      monthlyRent: 1000,
      leaseStartDate: '2026-01-31',
    },
  })
  const tenantId = member.id
  await made(saveInsuranceRequirement, { params, body: { isRequired: true } })
  const vendor = await made(createVendor, { body: { name: 'Pat’s Pipes' } })
  await made(addPhoto, { params, body: await picture() })
  const begun = await made(createSubscription, { body: {} })
  await made(payTestCard, {
    body: { clientSecret: begun.clientSecret, cardNumber: '4242424242424242', expiry: '12/39', cvc: '123' },
  })
  await made(openTicket, { body: { subject: 'Import', message: 'How do I import my properties?' } })
  // No text reaches this number: a message that failed.
  await made(createInvitation, { body: { email: `next.${email}`, phone: '12 34', sendSMS: true } })

  await until(async () => (await landlord.api(listPayments, { query: { tenantId } })).body.length === 12, {
    what: 'the twelve rents',
  })
  const charge = { tenantId, amount: 50, dueDate: '2026-02-01' }
  const payment = await made(createPayment, { body: { ...charge, paymentType: 'other' } })
  await made(createPayment, {
    body: { ...charge, paymentType: 'security_deposit', status: 'paid', paidDate: '2026-02-01' },
  })
  await made(refundDeposit, { params: { id: tenantId }, body: { amount: 5, paidOn: '2026-02-02' } })
  const account = await made(createBankAccount, { body: { name: 'Deposit trust', kind: 'trust' } })
  await made(recordTransfer, { body: { fromId: landlord.user.id, toId: account.id, amount: 10 } })
  await made(createRecurring, { body: { tenantId, description: 'Parking', amount: 40, startsOn: '2026-03-01' } })
  // The rents are late: what the policy proposes is there with it.
  await made(saveLateFeePolicy, {
    body: { scope: 'account', graceDays: 3, kind: 'flat', amount: 25, includesOverdue: true },
  })

  const request = await made(createMaintenance, {
    body: { title: 'Roof', description: 'Leaks', propertyId: property.id, vendorId: vendor.id },
  })
  await made(addRequestPhoto, { params: { id: request.id }, body: await picture() })
  await made(uploadDocument, {
    body: {
      file: { name: 'lease.pdf', bytes: leasePdf(['Lease']) },
      category: 'lease',
      propertyId: property.id,
      tenantId,
      requestId: request.id,
    },
  })
  const draft = await made(uploadDocument, { body: { file: { name: 'draft.pdf', bytes: leasePdf(['Draft']) } } })
  await made(deleteDocument, { params: { id: draft.id } })
  await made(createImport, {
    body: { file: { name: 'tenants.csv', bytes: Buffer.from(tenantsFile(email, property.name)) } },
  })
  await made(createCannedReply, { body: { title: 'Keys', text: 'The keys are in the box.' } })
  const conversation = await made(createPortalConversation, { body: { subject: 'The roof', tenantId } })
  const photo = await made(addConversationFile, { query: { name: 'roof.jpg' }, body: await picture() })
  await made(sendPortalMessage, {
    body: { conversationId: conversation.id, message: 'Is it dry now?', fileIds: [photo.id] },
  })
  const own = await made(createChatConversation, { body: { title: 'Who is late?' } })
  await made(sendChatMessage, { body: { conversationId: own.id, message: 'Who is late?', sender: 'landlord' } })
  await until(async () => (await landlord.api(listExchanges)).body.length > 0, { what: 'an answer of the assistant' })
  // After the file, whose row names the property's only home.
  const unit = await made(createUnit, { params, body: { name: 'Garden flat' } })
  const today = dateAt(systemClock.now(), 'UTC')
  const painting = { from: addDays(today, 30), until: addDays(today, 32), reason: 'Painting' }
  await made(createBlock, { params: { id: unit.id }, body: painting })
  const rental = await made(createRental, {
    body: { propertyId: property.id, unitId: unit.id, listingName: 'Garden flat', maxGuests: 2, basePrice: 90 },
  })
  const booked = { rentalId: rental.id, guestName: 'Gus Guest', checkInDate: '2020-03-01', checkOutDate: '2020-03-04' }
  await made(createBooking, { body: booked })
  await made(createExport, { body: { rentalId: rental.id, name: 'For the channel', channel: 'airbnb' } })
  const url = `http://127.0.0.1:${(channel.address() as AddressInfo).port}/1.ics`
  await made(createFeed, { body: { rentalId: rental.id, name: 'Channel', channel: 'airbnb', url } })
  await until(async () => (await landlord.api(listFeedConflicts)).body.length > 0, { what: 'the stay in the way' })
  const turnover = { rentalId: rental.id, title: 'Clean', assignedTo: 'Ana' }
  await made(createTurnoverRule, { body: { ...turnover, trigger: 'after_check_out' } })
  await made(createTask, { body: { ...turnover, dueDate: '2030-03-01' } })

  const signedIn = await product.tenantOf(landlord, { email, propertyId: property.id })
  await signedIn.api(createTenantMaintenance, { body: { title: 'Tap', description: 'It drips all night' } })
  await until(async () => (await landlord.api(listInsights)).body.length > 0, {
    what: 'an insight: the rents are overdue',
  })
  const tenancyId = member.tenancyId ?? ''
  await made(createReminderRule, { body: sampleOf(createReminderRule.body) as Record<string, unknown> })
  await made(createTenantNotification, { body: scheduledNotification })
  return {
    tenant: signedIn,
    ids: {
      propertyId: property.id,
      unitId: unit.id,
      tenantId,
      tenancyId,
      requestId: request.id,
      vendorId: vendor.id,
      paymentId: payment.id,
    },
  }
}

/** One that can still be changed. */
const nextYear = `${addDays(dateAt(systemClock.now(), 'UTC'), 365)}T10:00:00Z`
const scheduledNotification = { title: 'Water', message: 'It is off', scheduledFor: nextYear }

const personOf = (role: Role): Person => ({ landlord: owner, tenant, super_admin: admin })[role]

/** The collection that a path's record stands in: `/api/payments/:id/verify` → `GET /api/payments`. */
function collectionOf({ path }: Endpoint): Endpoint {
  const base = path.slice(0, path.indexOf('/:id'))
  const found = routed.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === base)
  if (!found) throw new Error(`${path}: no list at ${base} to take a record from`)
  return found.endpoint
}

/** Records whose list stands under another record, by the beginning of their path. */
const within: Record<string, { of?: Endpoint; list: Endpoint; part?: string; kind?: string }> = {
  '/api/blocks/': { of: listProperties, list: listNights, kind: 'block' },
  '/api/photos/': { of: listProperties, list: listPhotos },
  '/api/units/': { of: listProperties, list: listUnits },
  '/api/refunds/': { of: listTenants, list: listRefunds },
  '/api/maintenance-photos/': { of: listMaintenance, list: listRequestPhotos },
  '/api/conversations/': { list: listPortalConversations },
  '/api/conversation-files/': { of: listPortalConversations, list: listPortalMessages, part: 'files' },
  '/api/tenant/proposals/': { of: listTenantConversations, list: listTenantMessages },
}

async function recordOf(endpoint: Endpoint, person: Person): Promise<string> {
  const { of, list, part, kind } = Object.entries(within).find(([path]) => endpoint.path.startsWith(path))?.[1] ?? {}
  const records =
    of && list ? await nestedOf(of, list, person) : (await person.api(list ?? collectionOf(endpoint))).body
  const parts = part ? (records as Record<string, unknown[]>[]).flatMap((record) => record[part] ?? []) : records
  const [first] = (parts as { id: string; kind?: string }[]).filter((one) => kind === undefined || one.kind === kind)
  if (!first) throw new Error(`${endpoint.path}: the sample portfolio holds no such record`)
  return first.id
}

async function nestedOf(of: Endpoint, list: Endpoint, person: Person): Promise<unknown[]> {
  const lists = ((await person.api(of)).body as { id: string }[]).map(({ id }) => person.api(list, { params: { id } }))
  return (await Promise.all(lists)).flatMap(({ body }) => body as unknown[])
}

const nights = { from: '2026-03-01', to: '2026-03-03' }
/** Of records whose query or body must say something that a sample does not. */
const queries = new Map<Endpoint, Record<string, string | number>>([
  [previewCatchUp, { from: '2026-01-01', monthlyRent: 1 }],
  [rentalCalendar, nights],
  [stayCalendar, nights],
  [explainPrice, { date: '2026-03-01' }],
  [quoteStay, { checkInDate: '2026-03-01', checkOutDate: '2026-03-03' }],
  [extensionPreview, { checkOutDate: '2190-03-01' }],
])
const bodies = new Map<Endpoint, object>([[changeCalendar, nights]])

const call = (client: Pick<Person, 'api'>, endpoint: Endpoint, id: string) =>
  client.api(endpoint, {
    params: {
      id,
      photoId: id,
      visitId: id,
      workOrderId: id,
      billId: id,
      size: 'card',
      token: 'no-such-token',
      name: 'no_such_database',
      kind: 'financial',
    },
    ...(queries.has(endpoint) ? { query: queries.get(endpoint) } : {}),
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE'
      ? {}
      : { body: bodies.get(endpoint) ?? sampleOf(endpoint.body) ?? {} }),
  })

describe('a visitor', () => {
  it.each(routed.map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'is asked to sign in, or may: %s',
    async (_, endpoint) => {
      const answer = await call(product.visitor(), endpoint, absent)
      expect(answer.status, answer.text).toBeLessThan(500)
      if (endpoint.access === 'public')
        expect(answer.status === 401 ? answer.problem.code : 'allowed', answer.text).toMatch(
          /allowed|invalid-credentials|unauthorized/,
        )
      else expect(answer.problem).toMatchObject({ status: 401, title: 'Unauthorized', code: 'unauthorized' })
    },
  )
})

describe.each(['landlord', 'tenant', 'super_admin'] as const)('a %s', (role) => {
  it.each(routed.map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'may do what the contract says: %s',
    async (_, endpoint) => {
      if (endpoint.access === 'public') return
      const may = (endpoint.access as readonly Role[]).includes(role)
      const answer = await call(personOf(role), endpoint, absent)
      if (!may) expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
      else
        expect([401, 403], answer.text).not.toContain(
          answer.status === 403 && answer.problem.code !== 'forbidden' ? 200 : answer.status,
        )
      expect(answer.status, answer.text).toBeLessThan(500)
    },
  )
})

describe('another landlord', () => {
  const records = routed.filter(
    ({ endpoint }) => namesRecord(endpoint) && endpoint.access !== 'public' && !isPlatforms(endpoint),
  )

  it.each(records.map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'finds nothing by id, and it is the same nothing as no record: %s',
    async (_, endpoint) => {
      const id = await recordOf(endpoint, isTenants(endpoint) ? tenant : owner)
      const strangers = [other, admin, otherTenant].filter(({ user }) =>
        (endpoint.access as readonly Role[]).includes(user.userType),
      )
      for (const stranger of strangers) {
        const theirs = await call(stranger, endpoint, id)
        expect(theirs.problem).toMatchObject({ status: 404, code: 'not-found' })
        expect(problemOf(theirs)).toEqual(problemOf(await call(stranger, endpoint, absent)))
      }
    },
  )

  const lists = routed.filter(({ endpoint }) => endpoint.paged && !namesRecord(endpoint) && !isPlatforms(endpoint))
  it.each(lists.map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'finds nothing of the first in a list, whatever the filter: %s',
    async (_, endpoint) => {
      const [mine, stranger] = isTenants(endpoint) ? [tenant, otherTenant] : [owner, other]
      const ids = async (person: Person, query = {}) => {
        const { status, body } = await person.api(endpoint, { query: { ...queries.get(endpoint), ...query } })
        return status === 200 ? (body as object[]).map(markOf) : []
      }
      const own = await ids(mine)
      expect(own.length, 'the sample portfolio holds none').toBeGreaterThan(0)
      expect((await ids(stranger)).filter((id) => own.includes(id))).toEqual([])
      // A filter with the other landlord's ids must not open a side door.
      for (const filter of idFields(endpoint.query))
        expect((await ids(stranger, { [filter]: ownerHome.ids[filter] })).filter((id) => own.includes(id))).toEqual([])
      const counted = await stranger.api(endpoint, { query: { ...queries.get(endpoint) } })
      expect(counted.headers.get('x-total-count')).toBe(String((await ids(stranger)).length))
    },
  )

  const asking = routed.filter(
    ({ endpoint }) => endpoint.method === 'GET' && !namesRecord(endpoint) && !isPlatforms(endpoint),
  )
  it.each(
    asking.flatMap(({ endpoint }) =>
      idFields(endpoint.query).map((field) => [name(endpoint), field, endpoint] as const),
    ),
  )('learns no more by an id in the query than by one that is nobody’s: %s?%s=', async (_, field, endpoint) => {
    const ask = async (id: string) => {
      const query = endpoint.path === reportFile.path ? { [field]: id, format: 'json' } : { [field]: id }
      const { status, text } = await other.api(endpoint, { query, params: { kind: 'financial' } })
      return {
        status,
        text: text.replaceAll(id, 'ID').replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"|"requestId":"[^"]+"/g, 'NOW'),
      }
    }
    expect(await ask(ownerHome.ids[field])).toEqual(await ask(absent))
  })

  const placeOf: Record<string, (typeof named)[number]> = {
    '/api/properties': 'propertyId',
    '/api/tenants': 'tenantId',
    '/api/tenancies': 'tenancyId',
    '/api/payments': 'paymentId',
  }
  const naming = routed.filter(
    ({ endpoint }) => endpoint.access !== 'public' && !isPlatforms(endpoint) && !isTenants(endpoint),
  )
  it.each(
    naming.flatMap(({ endpoint }) =>
      idFields(endpoint.body).map((field) => [name(endpoint), field, endpoint] as const),
    ),
  )('takes no part in what one does with an id of theirs: %s with %s', async (_, field, endpoint) => {
    const known = Object.entries(placeOf).find(([path]) => endpoint.path.startsWith(`${path}/:id`))?.[1]
    const params = {
      id: known ? ownerHome.ids[known] : namesRecord(endpoint) ? await recordOf(endpoint, owner) : absent,
    }
    const sample = sampleOf(endpoint.body) as Record<string, unknown>
    for (const one of idFields(endpoint.body)) if (one in sample) sample[one] = ownerHome.ids[one]
    // What a form needs with an id for that to be looked at.
    const besides: Partial<Record<typeof field, object>> = {
      propertyId: { scope: 'property' },
      tenancyId: { scope: 'tenancy', ...(endpoint.path === answerImport.path ? { home: 'join', lines: [2] } : {}) },
      unitId: { propertyId: ownerHome.ids.propertyId },
    }
    const send = (id: string) => owner.api(endpoint, { params, body: { ...sample, ...besides[field], [field]: id } })
    const theirs = await send(otherHome.ids[field])
    expect([400, 404, 409, 422], theirs.text).toContain(theirs.status)
    expect(problemOf(theirs)).toEqual(problemOf(await send(absent)))
    // That it was the id which was judged: one's own is answered otherwise.
    expect(problemOf(await send(ownerHome.ids[field])), theirs.text).not.toEqual(problemOf(theirs))
  })
})

describe('a record that is gone', () => {
  // Tenants are archived, which leaves them to be looked at.
  const deletes = routed.filter(
    ({ endpoint }) =>
      endpoint.method === 'DELETE' &&
      endpoint.path.endsWith('/:id') &&
      namesRecord(endpoint) &&
      endpoint !== deleteTenant,
  )
  // What brings a record back, and what says what became of it.
  const remaining: Endpoint[] = [restoreDocument, rentalHistory]
  const after = (gone: Endpoint) =>
    routed.filter(
      ({ endpoint }) =>
        (endpoint.path === gone.path || endpoint.path.startsWith(`${gone.path}/`)) && !remaining.includes(endpoint),
    )
  const mine = deletes.filter(({ endpoint }) => endpoint.access !== 'public' && !isPlatforms(endpoint))

  it.each(mine.map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'is not found by its id any more: %s',
    async (_, endpoint) => {
      const id = await freeRecordOf(endpoint, other)
      expect((await call(other, endpoint, id)).status).toBe(204)
      for (const one of after(endpoint)) {
        const answer = await call(other, one.endpoint, id)
        expect(answer.problem, name(one.endpoint)).toMatchObject({ status: 404, code: 'not-found' })
      }
    },
  )

  /** One that may be deleted: nobody lives there, and it is not the property's first unit. */
  async function freeRecordOf(endpoint: Endpoint, person: Person): Promise<string> {
    if (endpoint === deleteUnit) return otherHome.ids.unitId
    if (endpoint === endSession) {
      await product.signIn(person.email, person.password, 'landlord')
      return (await person.api(listSessions)).body.find(({ current }) => !current)?.id ?? absent
    }
    if (endpoint === deleteReminderRule)
      return (
        await person.api(createReminderRule, { body: sampleOf(createReminderRule.body) as Record<string, unknown> })
      ).body.id
    if (endpoint === deleteProperty)
      return (await person.api(createProperty, { body: sampleOf(createProperty.body) as object })).body.id
    return recordOf(endpoint, person)
  }
})

describe('what other services alone may call', () => {
  it.each(
    endpoints
      .filter(({ endpoint }) => endpoint.access === 'service')
      .map(({ endpoint }) => [name(endpoint), endpoint] as const),
  )('is not reachable from outside: %s', async (_, endpoint) => {
    for (const client of [product.visitor(), owner, admin]) {
      const answer = await client.fetch(endpoint.path.replace(/:\w+/, '019a0000-0000-7000-8000-000000000000'), {
        method: endpoint.method,
      })
      expect(answer.status).toBe(404)
    }
  })
})
