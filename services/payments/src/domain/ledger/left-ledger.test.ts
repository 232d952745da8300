import { getLedger, statementFile, tenantLedger, tenantStatementFile } from '@keyhold/contracts/payments/ledgers'
import { editReceipt, receiptFile, recordReceipt } from '@keyhold/contracts/payments/receipts'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { notFound } from '@keyhold/kit/http/problem'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../testing/test-app.ts'

const ann = actors.landlord()
/** What the tenancy service says of those who left. */
const left = new Map<string, { accountId: string; leftOn: string }>()
/** The accounts that those in other tenancies shared before. */
const shared = new Map<string, string[]>()
let app: PaymentsApp
beforeAll(async () => {
  const snapshot = stub(getTenantSnapshot, ({ params }) => {
    const found = left.get(params.id)
    const accountIds = found ? [found.accountId] : shared.get(params.id)
    if (!accountIds) return notFound('Tenant')
    return { ...app.tenantSnapshot(ann, { tenantId: params.id }), left: found ?? null, accountIds }
  })
  app = await startPaymentsApp({ stubs: [snapshot, stub(getPropertySnapshot, () => notFound('Property'))] })
})
beforeEach(() => app.clock.set('2026-03-15T15:00:00Z'))
afterAll(() => app.stop())

const record = async (tenantId: string, amount: number) =>
  (await app.send(recordReceipt, ann, { body: { tenantId, amount } })).body

test.each([0, 1])(
  'who left a shared lease (%i) keeps the receipts and sees what was owed then, and nothing of what others do later',
  async (who) => {
    const { tenants, tenancy } = await app.addRoommates(ann, ['Ada', 'Ben'], {
      monthlyRent: 1000,
      startDate: '2026-01-01',
    })
    const gone = tenants[who]!
    const rest = tenants[1 - who]!
    const before = await record(gone.tenantId, 1200)
    await app.publish(TenancyChanged, { ...tenancy, tenantIds: [rest.tenantId] })
    left.set(gone.tenantId, { accountId: tenancy.accountId, leftOn: '2026-03-15' })
    app.clock.set('2026-04-20T15:00:00Z')
    const after = await record(rest.tenantId, 1500)
    await app.report(rest, 77)

    const { body: ledger } = await app.send(tenantLedger, gone)
    expect(ledger).toMatchObject({ to: '2026-03-15', closingBalance: 1800, due: 300, open: 300, awaiting: 0 })
    expect(ledger?.left).toEqual({ on: '2026-03-15', settled: 1500 })
    expect(ledger?.names).toBe(`${['Ada', 'Ben'][who]} Tenant`)
    expect(ledger?.entries.map(({ kind, on, amount }) => [kind, on, amount])).toEqual([
      ['charge', '2026-01-01', 1000],
      ['charge', '2026-02-01', 1000],
      ['charge', '2026-03-01', 1000],
      ['receipt', '2026-03-15', -1200],
    ])
    const later = await app.send(tenantLedger, gone, { query: { from: '2026-03-02', to: '2026-12-31' } })
    expect(later.body?.entries).toHaveLength(1)
    expect((await app.send(tenantStats, gone)).body).toMatchObject({ balance: 300, status: 'overdue' })
    expect((await app.send(receiptFile, gone, { params: { id: before.id } })).status).toBe(200)
    expect((await app.send(receiptFile, gone, { params: { id: after.id } })).status).toBe(404)
    const { headers } = await app.send(tenantStatementFile, gone)
    expect(headers['content-disposition']).toBe('attachment; filename="statement-2026-03-15.pdf"')
    expect((await app.report(gone, 5)).status).toBe(409)
    // What the others pay reduces it; what fell due since was never owed.
    await record(rest.tenantId, 400)
    expect((await app.send(tenantStats, gone)).body).toMatchObject({ balance: 0, status: 'current' })
    expect((await app.send(tenantLedger, gone)).body).toMatchObject({
      closingBalance: 1800,
      due: 0,
      open: 0,
      left: { on: '2026-03-15', settled: 1800 },
    })
    // Those who stay go on as before.
    expect((await app.send(tenantLedger, rest)).body?.awaiting).toBe(77)
  },
)

test.each([0, 1])(
  'the landlord sees of who left (%i) what they see themselves, also after all others moved out',
  async (who) => {
    const { tenants, tenancy } = await app.addRoommates(ann, ['Ned', 'Oda'], {
      monthlyRent: 1000,
      startDate: '2026-01-01',
    })
    const [oda, rest] = [tenants[who], tenants[1 - who]]
    const paid = await record(oda!.tenantId, 1200)
    const members = tenants.map(({ tenantId }) => ({
      tenantId,
      joinedOn: null,
      leftOn: tenantId === oda!.tenantId ? '2026-03-15' : null,
    }))
    await app.publish(TenancyChanged, { ...tenancy, tenantIds: [rest!.tenantId], members })
    left.set(oda!.tenantId, { accountId: tenancy.accountId, leftOn: '2026-03-15' })
    for (const movedOutOn of [null, '2026-04-01']) {
      if (movedOutOn) app.clock.set('2026-04-20T15:00:00Z')
      const tenantIds = [rest!.tenantId]
      await app.publish(TenancyChanged, { ...tenancy, tenantIds, members, movedOutOn })
      const { body: own } = await app.send(tenantLedger, oda!)
      expect(own).toMatchObject({
        names: `${['Ned', 'Oda'][who]} Tenant`,
        to: '2026-03-15',
        closingBalance: 1800,
        due: 1800,
      })
      expect(own?.entries).toHaveLength(4)
      const { body: theirs } = await app.send(getLedger, ann, { params: { id: oda!.tenantId } })
      expect(theirs).toEqual(own)
      expect((await app.send(receiptFile, oda!, { params: { id: paid.id } })).status).toBe(200)
    }
    // The account itself goes on, under the ids of those who stayed and, if asked for, its own.
    const names = `${['Oda', 'Ned'][who]} Tenant`
    const theirs = await app.send(getLedger, ann, { params: { id: rest!.tenantId } })
    expect(theirs.body).toMatchObject({ names, tenantId: tenancy.accountId, to: '2026-04-20' })
    const params = { id: tenancy.accountId }
    const account = await app.send(getLedger, ann, { params, query: { isAccount: true } })
    expect(account.body).toEqual(theirs.body)
    const file = await app.send(statementFile, ann, { params, query: { isAccount: true } })
    expect(file.headers['content-disposition']).toBe('attachment; filename="statement-2026-04-20.pdf"')
    const hers = await app.send(statementFile, ann, { params: { id: oda!.tenantId } })
    expect(hers.headers['content-disposition']).toBe('attachment; filename="statement-2026-03-15.pdf"')
  },
)

test('who never shared a lease, or whose tenancy service does not answer, sees no ledger but their own', async () => {
  const { tenants, tenancy } = await app.addRoommates(ann, ['Cy', 'Di'], { monthlyRent: 1000, startDate: '2026-03-01' })
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [tenants[0]!.tenantId] })
  const { body } = await app.send(tenantLedger, tenants[1]!)
  expect(body?.entries).toEqual([])
  expect((await app.send(tenantStats, tenants[1]!)).body).toMatchObject({ balance: 0, status: 'none' })
})

test('who left a shared lease can still pay what it owes, named as the payer on its account', async () => {
  const terms = { monthlyRent: 1000, startDate: '2026-03-01' }
  const { tenants, tenancy } = await app.addRoommates(ann, ['Pia', 'Quinn', 'Rae'], terms)
  const [pia, quinn, rae] = tenants.map(({ tenantId }) => tenantId) as [string, string, string]
  const stranger = await app.addTenant(ann, { firstName: 'Sid' })
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [pia] })
  left.set(quinn, { accountId: tenancy.accountId, leftOn: '2026-03-15' })
  // Rae lives elsewhere by now.
  shared.set(rae, [tenancy.accountId])
  const send = (body: Record<string, unknown>) =>
    app.send(recordReceipt, ann, { body: { tenantId: pia, amount: 100, ...body } })

  const own = await send({ tenantId: quinn, amount: 300 })
  expect([own.status, own.problem?.detail]).toEqual([
    409,
    'Quinn Tenant owes nothing of their own: what they owe is on the account they shared with Pia Tenant. Record it there, as received from Quinn Tenant.',
  ])
  const paid = await send({ payerId: quinn, amount: 300 })
  expect(paid.body).toMatchObject({ tenantId: tenancy.accountId, payerName: 'Quinn Tenant', unallocated: 0 })
  expect((await send({ payerId: rae })).body).toMatchObject({ payerName: 'Rae Tenant' })
  const refused = await send({ payerId: stranger.tenantId })
  expect([refused.status, refused.problem?.issues]).toEqual([
    400,
    [{ path: 'payerId', message: 'Choose someone who shares this tenancy' }],
  ])
  const gone = tenants[1]!
  expect((await app.send(tenantStats, gone)).body).toMatchObject({ balance: 600, status: 'overdue' })

  // A correction keeps the payer even if the tenancy service does not answer, and may name another who left.
  left.delete(quinn)
  const params = { id: paid.body.id }
  const corrected = await app.send(editReceipt, ann, { params, body: { amount: 200 } })
  expect(corrected.body).toMatchObject({ amount: 200, payerId: quinn })
  const again = { params: { id: corrected.body.id }, body: { amount: 200, payerId: rae } }
  const named = await app.send(editReceipt, ann, again)
  expect(named.body).toMatchObject({ payerId: rae })
  // With nothing open there, what they bring is a credit of their own.
  left.set(quinn, { accountId: tenancy.accountId, leftOn: '2026-03-15' })
  await send({ amount: 700 })
  expect((await send({ tenantId: quinn })).body).toMatchObject({ tenantId: quinn, unallocated: 100 })
})

test('who left a shared lease sees its ledger also after the one who opened it moved to another lease', async () => {
  const terms = { monthlyRent: 1000, startDate: '2026-03-01' }
  const { tenants, tenancy } = await app.addRoommates(ann, ['Ida', 'Jon', 'Kim'], terms)
  const [ida, jon, kim] = tenants.map(({ tenantId }) => tenantId) as [string, string, string]
  const other = await app.addRoommates(ann, ['Lea', 'Max'])
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [kim] })
  await app.publish(TenancyChanged, { ...other.tenancy, tenantIds: [...other.tenancy.tenantIds, ida] })
  left.set(jon, { accountId: tenancy.accountId, leftOn: '2026-03-15' })
  expect((await app.send(tenantLedger, tenants[1]!)).body).toMatchObject({ closingBalance: 1000, due: 1000 })
})
