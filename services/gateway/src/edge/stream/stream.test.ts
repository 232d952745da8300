import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import { DatabaseCreated } from '@keyhold/contracts/identity/landlord-databases'
import { setLandlordActive } from '@keyhold/contracts/identity/admin-accounts'
import { PlatformSettingsChanged } from '@keyhold/contracts/billing/platform-settings'
import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import type { Envelope } from '@keyhold/contracts/event'
import { createTenantUser } from '@keyhold/contracts/identity/tenant-users'
import { logout, updatePassword, UserCreated } from '@keyhold/contracts/identity/accounts'
import { createMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { createPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { answerTicket, openTicket, TicketChanged } from '@keyhold/contracts/identity/support-tickets'
import { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import { createInvitation, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { createTenant, getTenant } from '@keyhold/contracts/tenancy/tenants'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Person, type Product, startProduct, testPassword } from '../../../../testing/product.ts'
import { streamsPerUser } from '../../limits.ts'
import { isFor } from './audience.ts'

let product: Product
let ann: Person
let ben: Person
let tenant: Person
let otherTenant: Person
let propertyId: string
beforeAll(async () => {
  product = await startProduct()
  ann = await product.landlord('Ann')
  ben = await product.landlord('Ben')
  propertyId = (await addProperty(ann)).body.id
  tenant = await moveIn('toni')
  otherTenant = await moveIn('nora')
})
afterAll(() => product.stop())

const addProperty = (landlord: Person) =>
  landlord.api(createProperty, {
    body: { address: '1 Elm St', type: 'house', monthlyRent: 1000, bedrooms: 1, bathrooms: 1 },
  })
async function moveIn(name: string): Promise<Person> {
  const email = `${name}@tenants.test`
  const { body } = await ann.api(createInvitation, { body: { email, firstName: name, propertyId, separate: true } })
  const token = new URL(body.inviteLink).searchParams.get('token') ?? ''
  await product
    .visitor()
    .api(registerTenant, { body: { token, firstName: name, lastName: 'Tenant', password: testPassword } })
  return product.signIn(email, testPassword, 'tenant')
}

interface Message {
  event?: string
  id?: string
  data: string
}

/** An open page: the messages it received, and whether the stream has ended. */
async function listen(client: Client) {
  const messages: Message[] = []
  const abort = new AbortController()
  const response = await client.fetch('/api/stream', { signal: abort.signal })
  const page = {
    response,
    messages,
    events: () =>
      messages
        .filter(({ event, data }) => event === undefined && data)
        .map(({ data }) => JSON.parse(data) as { type: string; subject: string }),
    isOver: false,
    close: () => abort.abort(),
  }
  void read(response.body as ReadableStream<Uint8Array>, messages)
    .finally(() => (page.isOver = true))
    .catch(() => {})
  await until(() => messages.some(({ event }) => event === 'ready'), { what: 'the stream to be ready' })
  return page
}

async function read(body: ReadableStream<Uint8Array>, messages: Message[]): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks)
      messages.push({
        data: '',
        ...Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
        ),
      })
  }
}

describe('the event stream', () => {
  it('needs a signed-in user', async () => {
    const answer = await product.visitor().fetch('/api/stream', { headers: { 'x-request-id': 'stream-1' } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 401, code: 'unauthorized', requestId: 'stream-1' })
  })

  it('is neither cached, compressed nor buffered on its way', async () => {
    const page = await listen(ann)
    expect(page.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(page.response.headers.get('cache-control')).toMatch(/no-(store|cache)/)
    expect(page.response.headers.get('content-encoding')).toBeNull()
    expect(page.response.headers.get('x-accel-buffering')).toBe('no')
    page.close()
  })

  it('sends a landlord the events of their own records only', async () => {
    const [mine, theirs] = [await listen(ann), await listen(ben)]
    const { body: property } = await addProperty(ann)
    const { body: last } = await addProperty(ben)
    await until(() => mine.events().some(({ subject }) => subject === property.id), {
      what: 'the landlord’s own event',
    })
    // Ben's own event came after Ann's, so an event of hers would have arrived before it.
    await until(() => theirs.events().some(({ subject }) => subject === last.id))
    expect(theirs.events().map(({ subject }) => subject)).not.toContain(property.id)
    await until(() => mine.events().every(({ subject }) => subject !== last.id))
    for (const page of [mine, theirs]) page.close()
  })

  it('names the record that changed, never its contents', async () => {
    const page = await listen(ann)
    const { body: property } = await addProperty(ann)
    const event = await until(() => page.events().find(({ subject }) => subject === property.id))
    expect(event).toEqual({ type: 'properties.property.created', subject: property.id })
    expect(page.messages.find(({ data }) => data.includes(property.id))?.id).toMatch(/^[\da-f-]{36}$/)
    expect(JSON.stringify(page.messages)).not.toContain('Elm')
    page.close()
  })

  it('sends a tenant events of their own records, not of the landlord’s others or another tenant’s', async () => {
    const [landlord, mine, theirs] = [await listen(ann), await listen(tenant), await listen(otherTenant)]
    const { body: roof } = await ann.api(createMaintenance, {
      body: { title: 'Roof', description: 'It leaks', propertyId },
    })
    const { body: tap } = await otherTenant.api(createTenantMaintenance, {
      body: { title: 'Tap', description: 'It drips' },
    })
    const { body: db } = await tenant.api(createTenantMaintenance, {
      body: { title: 'Door', description: 'It squeaks' },
    })
    const subjects = (page: { events(): { subject: string }[] }) => page.events().map(({ subject }) => subject)
    await until(() => subjects(mine).includes(db.id), { what: 'the tenant’s own event' })
    await until(() => [roof.id, tap.id, db.id].every((id) => subjects(landlord).includes(id)), {
      what: 'all three events at the landlord',
    })
    expect(subjects(mine)).not.toContain(tap.id)
    expect(subjects(mine)).not.toContain(roof.id)
    expect(subjects(theirs)).not.toContain(db.id)
    for (const page of [landlord, mine, theirs]) page.close()
  })
})

describe('co-tenants', () => {
  // At the property, which has the default zone: late in its evening it is tomorrow in UTC.
  const today = dateAt(new Date(), null)
  const charge = async (tenantId: string) => {
    const body = { tenantId, amount: 20, paymentType: 'other', dueDate: today, isAdditional: true } as const
    return (await ann.api(createPayment, { body })).body.id
  }
  const hasEvent = (page: Awaited<ReturnType<typeof listen>>, id: string) =>
    page.events().some(({ subject }) => subject === id)

  /** A tenant of Ann's with a login: of a tenancy of their own, or of one that is there. */
  async function tenantWithLogin(firstName: string, tenancyId?: string) {
    const email = `${firstName}@tenants.test`.toLowerCase()
    const person = { firstName, lastName: 'Shared', email }
    const terms = { propertyId, leaseStartDate: today, monthlyRent: 1000 }
    const { body: record } = await ann.api(createTenant, {
      body: { ...person, ...(tenancyId ? { tenancyId } : terms) },
    })
    await ann.api(createTenantUser, { body: { ...person, password: testPassword, tenantId: record.id } })
    return { record, page: await listen(await product.signIn(email, testPassword, 'tenant')) }
  }

  it('receive the events of their shared ledger while they live there, and no other events of each other', async () => {
    const first = await tenantWithLogin('Olga')
    const tenancyId = first.record.tenancyId ?? ''
    const second = await tenantWithLogin('Pia', tenancyId)
    const accountId = first.record.id
    const both = await charge(accountId)
    await until(() => hasEvent(first.page, both) && hasEvent(second.page, both), { what: 'the charge at both' })
    const own = await ann.api(createMaintenance, {
      body: { title: 'Door', description: 'It squeaks', propertyId, tenantId: accountId },
    })
    const later = await charge(accountId)
    await until(() => hasEvent(first.page, own.body.id) && hasEvent(second.page, later), { what: 'the later events' })
    expect(hasEvent(second.page, own.body.id)).toBe(false)

    // The tenant who opened the account moves out.
    await ann.api(moveOut, { params: { id: tenancyId }, body: { movedOutOn: today, tenantId: accountId } })
    await until(async () => !(await ann.api(getTenant, { params: { id: accountId } })).body.isActive, {
      what: 'the move',
    })
    const after = await charge(second.record.id)
    await until(() => hasEvent(second.page, after), { what: 'the charge at the remaining tenant' })
    expect(hasEvent(first.page, after)).toBe(false)
    for (const { page } of [first, second]) page.close()
  })

  it('stop receiving them after moving out, also on a new page', async () => {
    const first = await tenantWithLogin('Rosa')
    const second = await tenantWithLogin('Sina', first.record.tenancyId ?? '')
    const shared = await charge(first.record.id)
    await until(() => hasEvent(second.page, shared))
    await ann.api(moveOut, {
      params: { id: first.record.tenancyId ?? '' },
      body: { movedOutOn: today, tenantId: second.record.id },
    })
    const charged = async () =>
      (await ann.api(listPayments, { query: { tenantId: second.record.id } })).body.map(({ id }) => id)
    await until(async () => !(await charged()).includes(shared), { what: 'the ledgers to be separated' })
    const alone = await charge(first.record.id)
    const theirs = await charge(second.record.id)
    await until(() => hasEvent(first.page, alone) && hasEvent(second.page, theirs), { what: 'the own event of each' })
    expect([hasEvent(second.page, alone), hasEvent(first.page, theirs)]).toEqual([false, false])
    const again = await listen(await product.signIn('sina@tenants.test', testPassword, 'tenant'))
    const last = await charge(first.record.id)
    const end = await charge(second.record.id)
    await until(() => hasEvent(again, end))
    expect(hasEvent(again, last)).toBe(false)
    for (const page of [first.page, second.page, again]) page.close()
  })
})

describe('the administrator', () => {
  it("receives events of the whole platform by type and record only; a landlord receives their own tickets and no administrator's actions", async () => {
    const admin = await product.superAdmin()
    const [cleo, bob] = [await product.landlord('Cleo'), await product.landlord('Bob')]
    const [root, theirs, others] = [await listen(admin), await listen(cleo), await listen(ann)]
    const { body: ticket } = await cleo.api(openTicket, { body: { subject: 'A secret matter', message: 'Help me' } })
    await admin.api(setLandlordActive, { body: { userId: bob.user.id, isActive: false } })
    await admin.api(setLandlordActive, { body: { userId: bob.user.id, isActive: true } })
    await admin.api(answerTicket, { params: { id: ticket.id }, body: { message: 'So' } })
    const dora = await product.landlord('Dora')
    const { body: last } = await addProperty(cleo)
    const kinds = (page: typeof root, subject: string) =>
      page.events().flatMap((event) => (event.subject === subject ? [event.type] : []))
    await until(() => kinds(root, ticket.id).length === 2 && kinds(root, admin.user.id).length === 3, {
      what: 'tickets and actions',
    })
    await until(
      () =>
        kinds(root, dora.user.id).includes('identity.user.created') &&
        kinds(root, dora.user.id).includes('billing.subscription.changed'),
    )
    await until(() => kinds(theirs, last.id).length === 1, { what: 'the landlord’s own last event' })

    expect(
      root.events().map(({ subject }) => subject),
      'records are for their landlord',
    ).not.toContain(last.id)
    expect(new Set(kinds(theirs, ticket.id))).toEqual(new Set(['identity.ticket.changed']))
    expect(kinds(others, ticket.id)).toEqual([])
    for (const page of [theirs, others]) {
      expect(page.events().map(({ type }) => type)).not.toContain('platform.admin.acted')
      expect(page.events().map(({ subject }) => subject)).not.toContain(dora.user.id)
    }
    expect(JSON.stringify(root.messages)).not.toMatch(/secret matter|Help me|cleo@/)
    for (const page of [root, theirs, others]) page.close()
  })

  it('alone receives settings, actions and databases, whomever they are about; a tenant receives none of them', () => {
    const landlordId = ann.user.id
    const event = (type: string) => ({ type, landlordid: landlordId, tenantid: 't' }) as Envelope
    const landlord = { role: 'landlord', userId: landlordId, landlordId, sessionId: '' } as const
    const resident = { role: 'tenant', userId: '', landlordId, tenantId: 't', sessionId: '' } as const
    const root = { ...landlord, role: 'super_admin', landlordId: 'own' } as const
    for (const { type } of [AdminActed, DatabaseCreated, PlatformSettingsChanged])
      expect([isFor(event(type), root), isFor(event(type), landlord), isFor(event(type), resident)], type).toEqual([
        true,
        false,
        false,
      ])
    for (const { type } of [SubscriptionChanged, UserCreated, TicketChanged])
      expect(
        [
          isFor(event(type), root),
          isFor(event(type), landlord),
          isFor(event(type), { ...landlord, landlordId: 'other' }),
        ],
        type,
      ).toEqual([true, true, false])
    expect(isFor(event('properties.property.created'), root)).toBe(false)
  })
})

describe('a stream', () => {
  it('says that its session ended and ends, and the others stay open', async () => {
    const [here, elsewhere] = [
      await product.signIn(ann.email, testPassword, 'landlord'),
      await product.signIn(ann.email, testPassword, 'landlord'),
    ]
    const [leaving, staying] = [await listen(here), await listen(elsewhere)]
    await here.api(logout)
    await until(() => leaving.isOver, { what: 'the stream of the ended session to end' })
    expect(leaving.messages.map(({ event }) => event)).toContain('ended')
    const { body: property } = await addProperty(ann)
    await until(() => staying.events().some(({ subject }) => subject === property.id))
    expect(leaving.events().map(({ subject }) => subject)).not.toContain(property.id)
    await elsewhere.api(updatePassword, { body: { currentPassword: testPassword, newPassword: `${testPassword}!` } })
    expect(staying.isOver).toBe(false)
    staying.close()
  })

  it('is removed when its page closes', async () => {
    const open = async () =>
      Number(/^keyhold_open_streams (\d+)$/m.exec(await (await product.visitor().fetch('/metrics')).text())?.[1])
    await until(async () => (await open()) === 0, { what: 'the streams of closed pages to be removed' })
    const pages = await Promise.all(Array.from({ length: streamsPerUser }, () => listen(ben)))
    expect(await open()).toBe(streamsPerUser)
    const refused = await ben.fetch('/api/stream')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    for (const page of pages) page.close()
    await until(async () => (await open()) === 0)
  })

  it('does not delay the end of the process', async () => {
    const other = await startProduct()
    const page = await listen(await other.landlord('Cleo'))
    const started = performance.now()
    await other.stop()
    expect(page.isOver).toBe(true)
    expect(performance.now() - started).toBeLessThan(8000)
  })
})
