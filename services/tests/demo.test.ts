import { listDocuments } from '@keyhold/contracts/properties/documents'
import { attention } from '@keyhold/contracts/gateway/attention'
import { depositTotals, listDeposits } from '@keyhold/contracts/payments/deposits'
import { currentUser } from '@keyhold/contracts/identity/accounts'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { listLateFees } from '@keyhold/contracts/payments/late-fees'
import { getMaintenance, listMaintenance, maintenanceSummary } from '@keyhold/contracts/maintenance/requests'
import { listPortalConversations } from '@keyhold/contracts/messaging/conversations'
import { listPortalMessages } from '@keyhold/contracts/messaging/conversations-messages'
import { listCannedReplies } from '@keyhold/contracts/messaging/conversations-settings'
import { listTenantNotifications } from '@keyhold/contracts/messaging/notifications'
import { listInsurance } from '@keyhold/contracts/tenancy/insurance'
import { listVendors } from '@keyhold/contracts/maintenance/vendors'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { listReceipts } from '@keyhold/contracts/payments/receipts'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { listProperties } from '@keyhold/contracts/properties/properties'
import { listInvitations } from '@keyhold/contracts/tenancy/invitations'
import { listTenancies } from '@keyhold/contracts/tenancy/tenancies'
import { listTenants } from '@keyhold/contracts/tenancy/tenants'
import { listUnits } from '@keyhold/contracts/properties/units'
import { openDatabase } from '@keyhold/kit/database/database'
import { roleUrl } from '@keyhold/kit/database/service-roles'
import { addMonths, dayMs, startOfMonth } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { recordedLog } from '@keyhold/kit/testing/recorded-log'
import { until } from '@keyhold/kit/testing/wait'
import { checkBooks } from '@keyhold/payments/domain/journal/check/check-books'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Product, startProduct } from '../testing/product.ts'

// What somebody who starts Keyhold for the first time finds. Two of the days are the first and the last of a month.

describe.each(['2027-03-01T18:00:00Z', '2026-05-31T23:59:00Z'])('the demo made at %s', (now) => {
  const { log, lines } = recordedLog()
  let product: Product
  let maya: Person
  beforeAll(async () => {
    product = await startProduct({ env: { DEMO_DATA: 'on' }, clock: settableClock(now), log })
    const { email, password } = product.demo.find(({ role }) => role === 'landlord') ?? { email: '', password: '' }
    maya = await product.signIn(email, password, 'landlord')
  }, 120_000)
  afterAll(() => product.stop())

  const today = dateAt(now, 'America/Los_Angeles')
  const month = (count: number) => addMonths(startOfMonth(today), count)
  const tenants = async () => (await maya.api(listTenants)).body
  const tenantNamed = async (name: string) => (await tenants()).find(({ firstName }) => firstName === name)?.id ?? name
  const ledgerOf = async (name: string) =>
    (await maya.api(getLedger, { params: { id: await tenantNamed(name) }, query: { from: month(-18) } })).body

  it('is made whole, in at most 400 calls', () => {
    expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
    const seeded = lines.find(({ message }) => message === 'the demo portfolio is seeded')
    expect(Number(seeded?.calls)).toBeGreaterThan(250)
    expect(Number(seeded?.calls)).toBeLessThan(400)
  })

  it('has books that agree with everything shown of them', async () => {
    const url = roleUrl({ ownerUrl: product.databaseUrl, roleSecret: 'test' }, 'payments')
    const db = openDatabase({ url, service: 'payments' })
    expect(await checkBooks(db, maya.user.id)).toEqual([])
    await db.close()
  })

  it('records nothing that has not happened yet', async () => {
    const receipts = (await maya.api(listReceipts, { query: { limit: 500 } })).body
    expect(receipts.length).toBeGreaterThan(120)
    for (const { receivedOn, recordedAt, status } of receipts) {
      expect(receivedOn <= today && recordedAt <= now, `${receivedOn} ${recordedAt}`).toBe(true)
      // It was recorded on the day on which it came.
      if (status !== 'awaiting') expect(recordedAt.slice(0, 10)).toBe(receivedOn)
    }
    const dated = [
      ...(await maya.api(listMaintenance)).body,
      ...(await maya.api(listDocuments)).body,
      ...(await maya.api(listInvitations)).body,
      ...(await tenants()),
    ]
    for (const { createdAt } of dated) expect(createdAt <= now, createdAt).toBe(true)
    expect(
      dated
        .map(({ createdAt }) => createdAt)
        .toSorted()[0]
        ?.slice(0, 7),
    ).toBe(month(-17).slice(0, 7))
    for (const { createdAt } of await product.outbox()) expect(createdAt <= now, createdAt).toBe(true)
  })

  it('has four properties of four kinds in two time zones with twelve homes, two of them vacant', async () => {
    const properties = (await maya.api(listProperties, { query: { sort: 'name' } })).body
    expect(
      properties.map(({ name, propertyType, unitCount, timeZone }) => [name, propertyType, unitCount, timeZone]),
    ).toEqual([
      ['Alder Loft', 'condo', 1, 'America/Los_Angeles'],
      ['Juniper Court', 'apartment', 8, 'America/Denver'],
      ['Laurel House', 'house', 1, 'America/Los_Angeles'],
      ['Tanager Duplex', 'duplex', 2, 'America/Los_Angeles'],
    ])
    const units = (await Promise.all(properties.map(({ id }) => maya.api(listUnits, { params: { id } })))).flatMap(
      ({ body }) => body,
    )
    expect(units).toHaveLength(12)
    expect(units.filter(({ isOccupied }) => !isOccupied).map(({ name }) => name)).toEqual(['104', '203'])
    for (const { images } of properties) expect(images.length).toBeGreaterThan(0)
  })

  it('has roommates who share a ledger, a tenancy from month to month, and one that has ended', async () => {
    const tenancies = (await maya.api(listTenancies)).body
    const statusOf = (name: string) => tenancies.find(({ tenants: [first] }) => first?.firstName === name)?.status
    expect(
      tenancies
        .map(({ tenants: members }) => members.length)
        .toSorted((a, b) => a - b)
        .slice(-2),
    ).toEqual([2, 3])
    expect((await ledgerOf('Ravi')).entries).toEqual((await ledgerOf('Lena')).entries)
    expect([statusOf('Priya'), statusOf('Walter'), statusOf('Dana')]).toEqual(['month_to_month', 'active', 'ended'])
    expect(tenancies.filter(({ status }) => status !== 'ended')).toHaveLength(10)
  })

  it('has a rent that rose after notice, and a tenant who is always ahead', async () => {
    const rents = (
      await maya.api(listPayments, {
        query: { tenantId: await tenantNamed('Priya'), paymentType: 'rent', to: today },
      })
    ).body
    expect([...new Set(rents.map(({ amount }) => amount))]).toEqual([2120, 2050])
    expect(rents.filter(({ paidDate, dueDate }) => paidDate === null || paidDate > dueDate)).toEqual([])
  })

  it('has a late payer: fees that were paid, one that was waived, and those of the open rents to decide', async () => {
    const fees = (await maya.api(listLateFees, { query: { tenantId: await tenantNamed('Noor') } })).body
    const count = (status: string) => fees.filter((fee) => fee.status === status).length
    const isLateThisMonth = Number(today.slice(8)) > 5
    expect([count('posted'), count('waived'), count('proposed')]).toEqual([3, 1, isLateThisMonth ? 2 : 1])
    const overdue = (await maya.api(listPayments, { query: { status: 'overdue' } })).body
    const noor = await tenantNamed('Noor')
    // Grace pays the second half in the middle of the month.
    expect(overdue.filter(({ tenantId, status }) => tenantId !== noor && status !== 'partial')).toEqual([])
    expect(overdue.filter(({ tenantId }) => tenantId === noor).length).toBeGreaterThan(0)
  })

  it('has a returned check with its fee to decide, and a rent that is paid in two parts without a fee', async () => {
    const fees = (await maya.api(listLateFees, { query: { status: 'proposed' } })).body
    expect(
      fees.filter(({ kind }) => kind === 'returned_payment').map(({ tenantName, amount }) => [tenantName, amount]),
    ).toEqual([['Marcus Bell', 35]])
    expect(fees.filter(({ tenantName }) => tenantName === 'Grace Kim')).toEqual([])
    const receipts = (await maya.api(listReceipts, { query: { tenantId: await tenantNamed('Grace') } })).body
    expect(receipts.filter(({ amount }) => amount === 620).length).toBeGreaterThan(20)
  })

  it('has a deposit of which a part was kept for damage and the rest refunded', async () => {
    const { body } = await maya.api(listDeposits, { query: { tenantId: await tenantNamed('Dana') } })
    expect(body).toMatchObject([{ received: 1250, applied: 310, refunded: 940, held: 0, isActive: false }])
    expect((await ledgerOf('Dana')).closingBalance).toBe(0)
    expect((await maya.api(depositTotals)).body.tenancies).toBe(10)
  })

  it('has repairs in every status with photos, vendors with costs, and an emergency that nobody is on', async () => {
    const { byStatus } = (await maya.api(maintenanceSummary)).body
    expect(byStatus).toEqual({ open: 3, in_progress: 2, completed: 4, cancelled: 1 })
    const requests = (await maya.api(listMaintenance)).body
    expect(requests.filter(({ images }) => images.length > 0)).toHaveLength(6)
    expect(requests.filter(({ isPastDue }) => isPastDue).map(({ title }) => title)).toEqual(['Clear the gutters'])
    const vendors = (await maya.api(listVendors)).body
    expect(vendors.map(({ name, spent }) => [name, spent])).toEqual([
      ['Cherry Creek Paint & Floor', 310],
      ['Front Range Appliance Care', 189.5],
      ['Rose Quarter Plumbing', 412],
    ])
    const { totals, unknown } = (await maya.api(attention)).body
    expect([totals.emergency, totals.unverified, unknown]).toEqual([1, 1, []])
  })

  it('has a conversation with a photo and a text, notifications, insurance and a vendor who works by a link', async () => {
    const [talk] = (await maya.api(listPortalConversations)).body
    const { body: said } = await maya.api(listPortalMessages, { params: { id: talk!.id } })
    expect(said.at(-1)?.files).toMatchObject([{ kind: 'image' }])
    expect(said.some(({ deliveries }) => deliveries.some(({ channel }) => channel === 'sms'))).toBe(true)
    expect((await maya.api(listCannedReplies)).body.length).toBeGreaterThan(1)
    expect((await maya.api(listTenantNotifications)).body).toHaveLength(2)
    const insured = (await maya.api(listInsurance, { query: { show: 'all' } })).body
    expect(new Set(insured.map(({ status }) => status))).toContain('missing')
    expect(insured.filter(({ insurer }) => insurer !== null)).toHaveLength(2)
    const floor = (await maya.api(listMaintenance)).body.find(({ title }) => title.includes('203'))
    const { body: request } = await maya.api(getMaintenance, { params: { id: floor!.id } })
    expect(request.workOrders).toMatchObject([{ status: 'accepted', channel: 'email' }])
    expect(request.history.map(({ note }) => note)).toContain('Please take the old vinyl out.')
  })

  it('has documents that were read, with what stands in them', async () => {
    const documents = await until(
      async () => {
        const found = (await maya.api(listDocuments)).body
        return found.every(({ analysis }) => analysis.status !== 'pending') ? found : undefined
      },
      { what: 'the documents to be read', timeoutMs: 60_000 },
    )
    const texts = documents.filter(({ fileType }) => fileType === 'pdf')
    expect([documents.length, texts.length]).toEqual([15, 14])
    for (const { fileName, analysis } of texts)
      expect([fileName, analysis.status, analysis.engine, analysis.notes]).toEqual([
        fileName,
        'processed',
        'pdf-text',
        [],
      ])
    const found = (name: string) => documents.find(({ fileName }) => fileName === name)
    expect(found('Alder Loft lease.pdf')).toMatchObject({
      tenantName: 'Jordan Reyes',
      analysis: { detected: 'lease' },
      extractedData: { monthlyRent: '1850.00', securityDeposit: '1850.00', lateFee: '75.00' },
    })
    expect(found('Laurel House lease.pdf')?.extractedData.tenantNames).toBe('Lena Fischer, Tomas Berg, Ravi Patel')
    expect(found('Rose Quarter Plumbing invoice 3318.pdf')?.extractedData).toMatchObject({ total: '412.00' })
    expect(found('Juniper Court insurance policy.pdf')?.extractedData.policyNumber).toBe('FRM-2208841')
  })

  it('keeps the texts and mails of eighteen months, with an invitation that is pending', async () => {
    const pending = (await maya.api(listInvitations, { query: { status: 'pending' } })).body
    expect(pending.map(({ email }) => email)).toEqual(['elena.petrova@example.com'])
    const outbox = await product.outbox()
    expect(outbox.filter(({ channel }) => channel === 'sms').length).toBeGreaterThan(4)
    expect(outbox.filter(({ channel }) => channel === 'email').length).toBeGreaterThan(8)
  })

  it('lets its tenant sign in, who has reported a payment, and its landlord try everything for two weeks', async () => {
    const { email, password } = product.demo.find(({ role }) => role === 'tenant') ?? { email: '', password: '' }
    const jordan = await product.signIn(email, password, 'tenant')
    expect((await jordan.api(tenantStats)).body).toMatchObject({ awaitingConfirmation: 1850 })
    const { subscriptionStatus, trialEndDate } = (await maya.api(currentUser)).body
    expect([subscriptionStatus, trialEndDate]).toEqual(['trial', new Date(Date.parse(now) + 14 * dayMs).toISOString()])
  })
})
