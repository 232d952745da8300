import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { getLedger, tenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { createPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { listTenantPayments, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { v7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { applyTenancies } from '../rents/apply-tenancies.ts'
import { startPaymentsApp } from '../../testing/test-app.ts'

const app = await startPaymentsApp()
const ann = actors.landlord()
afterAll(() => app.stop())

const roommates = (names: [string, ...string[]]) =>
  app.addRoommates(ann, names, { monthlyRent: 1000, startDate: '2026-03-01' })

describe('tenants who share a tenancy', () => {
  test('see one ledger, and a payment by one counts for all', async () => {
    const { tenants } = await roommates(['Ada', 'Ben'])
    const [ada, ben] = tenants
    const mine = await Promise.all(
      tenants.map((tenant) => app.send(listTenantPayments, tenant, { query: { sort: 'due' } })),
    )
    expect(mine[0]!.body).toHaveLength(12)
    expect(mine[1]!.body).toEqual(mine[0]!.body)
    expect(mine[1]!.body[0]).toMatchObject({ tenantName: 'Ada Tenant & Ben Tenant' })
    const reported = await app.report(ben!, 400)
    expect([reported.status, reported.body.tenantId]).toEqual([201, ada!.tenantId])
    await app.verify(ann, reported.body.id)
    for (const tenant of tenants)
      expect((await app.send(tenantStats, tenant)).body).toMatchObject({ balance: 600, status: 'overdue' })
  })

  test('appear once in the ledgers that other services read', async () => {
    const { tenants, tenancy } = await roommates(['Ada', 'Ben'])
    const query = { tenantIds: tenants.map(({ tenantId }) => tenantId).join(), since: '2026-01-01' }
    const { body } = await app.send(tenantLedgers, actors.service('ai', ann.landlordId), { query })
    expect(body.map(({ tenantId, charges }) => [tenantId, charges.length])).toEqual([[tenancy.accountId, 12]])
    const alone = { ...query, tenantIds: tenants[1]!.tenantId }
    expect((await app.send(tenantLedgers, actors.service('ai', ann.landlordId), { query: alone })).body).toEqual(body)
  })

  test.each([0, 1])('no longer see it once they left (%i)', async (who) => {
    const { tenants, tenancy } = await roommates(['Ada', 'Ben'])
    const gone = tenants[who]!
    const rest = tenants[1 - who]!
    await app.publish(TenancyChanged, { ...tenancy, tenantIds: [rest.tenantId] })
    expect((await app.send(listTenantPayments, gone)).body).toEqual([])
    expect((await app.send(tenantStats, gone)).body).toMatchObject({ status: 'none', balance: 0 })
    expect((await app.send(tenantLedger, gone)).body?.entries ?? []).toEqual([])
    expect((await app.report(gone, 5)).status).toBe(409)
    expect((await app.send(listTenantPayments, rest, { query: { sort: 'due' } })).body[0]).toMatchObject({
      tenantName: who === 0 ? 'Ben Tenant' : 'Ada Tenant',
    })
    // The last tenant to leave still sees what is owed.
    await app.publish(TenancyChanged, { ...tenancy, tenantIds: [rest.tenantId], movedOutOn: '2026-03-10' })
    expect((await app.send(listTenantPayments, rest)).body).toHaveLength(1)
    expect((await app.send(listTenantPayments, gone)).body).toEqual([])
  })

  test.each([
    ['goes on', null],
    ['is to end', '2026-12-31'],
    ['is over as well', '2026-03-14'],
  ])(
    'no longer see it from a new tenancy that %s, whatever events of the old tenancy follow',
    async (_, movedOutOn) => {
      const { tenants, tenancy } = await roommates(['Ada', 'Ben'])
      const ben = tenants[1]!
      const left = { ...tenancy, movedOutOn: '2026-03-10' }
      const own = {
        ...tenancy,
        tenancyId: v7(),
        accountId: ben.tenantId,
        tenantIds: [ben.tenantId],
        startDate: '2026-03-12',
        monthlyRent: 700,
        movedOutOn,
      }
      for (const snapshot of [left, { ...own, movedOutOn: null }, own, { ...left, securityDeposit: 50 }]) {
        app.clock.advance(1000)
        await app.publish(TenancyChanged, snapshot)
      }
      const { body } = await app.send(listTenantPayments, ben)
      expect(new Set(body.map(({ amount }) => amount))).toEqual(new Set([700]))
      expect((await app.report(ben, 5)).body.tenantId).toBe(ben.tenantId)
    },
  )

  test('see nothing of other accounts, and others see nothing of theirs', async () => {
    const { tenants, tenancy } = await roommates(['Ada', 'Ben'])
    const bob = actors.landlord()
    const stranger = await app.addTenant(ann, { firstName: 'Cy' })
    expect((await app.send(listTenantPayments, stranger)).body).toEqual([])
    expect((await app.send(listPayments, bob, { query: { tenantId: tenants[1]!.tenantId } })).body).toEqual([])
    expect((await app.send(getLedger, bob, { params: { id: tenancy.accountId } })).status).toBe(404)
    // The same ids under another landlord find nothing.
    expect((await app.send(listTenantPayments, { ...tenants[1]!, landlordId: bob.landlordId })).body).toEqual([])
    expect((await app.send(tenantLedger, actors.visitor())).status).toBe(401)
    expect((await app.send(tenantLedger, ann)).status).toBe(403)
    expect((await app.send(getLedger, tenants[0]!, { params: { id: tenancy.accountId } })).status).toBe(403)
    // Row level security alone hides even the names of others.
    const names = await app.db('payments').read(tenants[1]!, (sql) => sql<{ name: string }[]>`select name from tenant`)
    expect(names).toEqual([{ name: 'Ben Tenant' }])
  })
})

test('a tenant who opened an account and left cannot be charged on it, since the others would owe it', async () => {
  const landlord = actors.landlord()
  const { tenancy, tenants } = await app.addRoommates(landlord, ['Ada', 'Ben'], {
    monthlyRent: 1000,
    startDate: '2026-03-01',
  })
  const [ada, ben] = tenants
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [ben!.tenantId] })
  const before = (await app.send(tenantStats, ben!)).body
  const form = { tenantId: ada!.tenantId, amount: 200, dueDate: '2026-03-10', paymentType: 'other' }
  const refused = await app.send(createPayment, landlord, { body: form })
  expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('Ben Tenant')])
  const recurring = { tenantId: ada!.tenantId, description: 'Storage', amount: 20, startsOn: '2026-03-01' }
  expect((await app.send(createRecurring, landlord, { body: recurring })).status).toBe(409)
  expect((await app.send(tenantStats, ben!)).body).toEqual(before)
  // The remaining tenants can be charged as usual.
  expect((await app.send(createPayment, landlord, { body: { ...form, tenantId: ben!.tenantId } })).status).toBe(201)
})

test('a tenant who leaves during a charge is not charged on the ledger they left', async () => {
  const { tenancy, tenants } = await roommates(['Ada', 'Ben'])
  const [, ben] = tenants
  const before = (await app.send(listPayments, ann, { query: { tenantId: tenancy.accountId } })).body
  let charging: ReturnType<typeof app.send<typeof createPayment>> | undefined
  await app.db('payments').transaction(actors.service('payments', ann.landlordId), async (tx) => {
    const now = app.clock.now().toISOString()
    const snapshot = { ...tenancy, tenantIds: [tenancy.accountId] }
    await applyTenancies(tx, [{ snapshot, asOf: now }], { now })
    charging = app.send(createPayment, ann, { body: { tenantId: ben!.tenantId, amount: 200, dueDate: '2026-03-10' } })
    // Over another connection, so that the change is committed while the first transaction waits.
    const waiting = () =>
      app
        .db('payments')
        .read(
          ann,
          (read) => read`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
    await until(async () => (await waiting()).length > 0, { what: 'the charge to wait for the ledger' })
  })
  expect((await charging)?.status).toBe(409)
  expect((await app.send(listPayments, ann, { query: { tenantId: tenancy.accountId } })).body).toHaveLength(
    before.length,
  )
  expect((await app.charge(ann, ben!.tenantId)).tenantId).toBe(ben!.tenantId)
})
