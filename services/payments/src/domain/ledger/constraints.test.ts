import { getPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { violated } from '@keyhold/kit/database/database'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
const ann = actors.landlord()
let tenantId = ''
/** A charge that is paid in full, and one that is open. */
let paid = ''
let open = ''

beforeAll(async () => {
  app = await startPaymentsApp()
  ;({ tenantId } = await app.addTenant(ann))
  paid = (await app.charge(ann, tenantId, { status: 'paid' })).id
  open = (await app.charge(ann, tenantId)).id
})
afterAll(() => app.stop())

/** The constraint that a statement violates when sent directly to the database. */
async function brokenBy(statement: SQL): Promise<string | undefined> {
  const error: unknown = await app
    .db('payments')
    .transaction(ann, (tx) => tx.execute(statement))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
  return violated(error)?.constraint
}

const receiptOf = (charge: string) => sql`(select id from receipt where charge_id = ${charge} limit 1)`
const allocate = (charge: string, receipt: SQL, amount: number, tenant = tenantId) =>
  sql`insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount) values (${ann.landlordId}, ${tenant}, ${receipt}, ${charge}, ${amount})`

describe('the database refuses', () => {
  test('changes and deletions of ledger entries', async () => {
    for (const table of ['allocation', 'receipt', 'charge'])
      expect(await brokenBy(sql`delete from ${sql.identifier(table)}`)).toBe('ledger_append_only')
    expect(await brokenBy(sql`update allocation set amount = 1`)).toBe('ledger_append_only')
    expect(await brokenBy(sql`update receipt set amount = 1`)).toBe('ledger_append_only')
    expect(await brokenBy(sql`update receipt set received_on = '2020-01-01'`)).toBe('ledger_append_only')
    await app.verify(ann, paid)
    expect(
      await brokenBy(sql`update receipt set verified_at = null, verified_by = null, verification_method = null`),
    ).toBe('ledger_append_only')
    expect(await brokenBy(sql`update charge set amount = 1 where id = ${paid}`)).toBe('charge_has_receipts')
  })

  test('allocations above the amount of the receipt or the charge', async () => {
    expect(await brokenBy(allocate(open, receiptOf(paid), 0.01))).toBe('allocation_within_receipt')
    const other = await app.charge(ann, tenantId, { amount: 5000, status: 'partial', amountPaid: 4000 })
    expect(await brokenBy(allocate(other.id, receiptOf(other.id), 1))).toBe('allocation_within_receipt')
    const small = await app.charge(ann, tenantId, { amount: 10 })
    const [, prepaid] = await app.db('payments').transaction(ann, async (tx) => {
      await tx.execute(
        sql`insert into receipt (id, landlord_id, tenant_id, amount, method, received_on, reported_by, recorded_by, reported_at) values ('00000000-0000-7000-8000-000000000001', ${ann.landlordId}, ${tenantId}, 100, 'cash', '2026-03-01', 'landlord', ${ann.userId}, now())`,
      )
      return ['', sql`'00000000-0000-7000-8000-000000000001'::uuid`] as const
    })
    expect(await brokenBy(allocate(small.id, prepaid, 10.01))).toBe('allocation_within_charge')
    expect(await brokenBy(allocate(small.id, prepaid, 0))).toBe('allocation_amount')
    // A prepayment can pay several charges.
    expect(await brokenBy(allocate(small.id, prepaid, 10))).toBeUndefined()
    expect(await brokenBy(allocate(open, prepaid, 90))).toBeUndefined()
    expect((await app.send(getPayment, ann, { params: { id: open } })).body).toMatchObject({
      amountPaid: 90,
      status: 'partial',
    })
  })

  test('allocations of receipts that do not count, and across tenants', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    await app.report(tenant, 100)
    expect(await brokenBy(allocate(id, receiptOf(id), 1, tenant.tenantId))).toBe('allocation_counts')
    expect(await brokenBy(allocate(id, receiptOf(paid), 1))).toBe('allocation_of_one_tenant')
    expect(await brokenBy(allocate(id, receiptOf(paid), 1, tenant.tenantId))).toBe('allocation_of_one_tenant')
  })

  test('taking back more than was given, and allocations of a reversed receipt', async () => {
    const { id } = await app.charge(ann, tenantId, { status: 'paid', amount: 5 })
    expect(await brokenBy(allocate(id, receiptOf(id), -5.01))).toBe('allocation_within_receipt')
    await app.send(reversePayment, ann, { params: { id }, body: { reason: 'x' } })
    expect(await brokenBy(allocate(id, receiptOf(id), 5))).toBe('allocation_counts')
    expect(await brokenBy(allocate(id, receiptOf(id), -5))).toBe('allocation_within_receipt')
  })

  test('a charge below its paid amount', async () => {
    const renter = await app.addTenant(ann, { monthlyRent: 100, leaseStartDate: '2026-04-01' })
    const [rent] = (await app.send(listPayments, ann, { query: { tenantId: renter.tenantId, sort: 'due' } })).body
    await app.verify(ann, rent!.id)
    const amount = (to: number) => sql`update charge set amount = ${to} where id = ${rent!.id}`
    expect(await brokenBy(amount(99.99))).toBe('charge_has_receipts')
    const free = (cents: number) => allocate(rent!.id, receiptOf(rent!.id), cents, renter.tenantId)
    expect(await brokenBy(free(-100.01))).toBe('allocation_within_receipt')
    expect(await brokenBy(free(-60))).toBeUndefined()
    expect([await brokenBy(amount(39.99)), await brokenBy(amount(40)), await brokenBy(amount(100))]).toEqual([
      'charge_has_receipts',
      undefined,
      undefined,
    ])
  })

  test('cancelling a charge with money on it, restoring a cancelled charge, and paying it', async () => {
    const cancel = (id: string) =>
      sql`update charge set cancelled_at = now(), cancellation_reason = 'x' where id = ${id}`
    expect(await brokenBy(cancel(paid))).toBe('charge_has_receipts')
    const tenant = await app.addTenant(ann)
    const reported = await app.charge(ann, tenant.tenantId)
    await app.report(tenant, 1)
    expect(await brokenBy(cancel(reported.id))).toBe('charge_has_receipts')
    const spare = await app.charge(ann, tenantId, { amount: 5, status: 'paid' })
    const { id } = await app.charge(ann, tenantId, { amount: 7 })
    expect(await brokenBy(sql`update charge set cancelled_at = now() where id = ${id}`)).toBe('charge_cancelled')
    expect(await brokenBy(cancel(id))).toBeUndefined()
    expect(
      await brokenBy(sql`update charge set cancelled_at = null, cancellation_reason = null where id = ${id}`),
    ).toBe('ledger_append_only')
    expect(await brokenBy(sql`update charge set cancellation_reason = 'y' where id = ${id}`)).toBe('ledger_append_only')
    expect(await brokenBy(sql`update charge set amount = 1 where id = ${id}`)).toBe('ledger_append_only')
    expect(await brokenBy(allocate(id, receiptOf(spare.id), 1))).toBe('charge_is_cancelled')
    expect(
      await brokenBy(
        sql`insert into receipt (landlord_id, tenant_id, charge_id, amount, method, received_on, reported_by, recorded_by, reported_at) values (${ann.landlordId}, ${tenantId}, ${id}, 1, 'cash', '2026-03-01', 'landlord', ${ann.userId}, now())`,
      ),
    ).toBe('charge_is_cancelled')
  })

  test('a second charge of a rule for the same month', async () => {
    const planned = await app.addTenant(ann, { monthlyRent: 100, leaseStartDate: '2026-01-01' })
    const again = sql`insert into charge (landlord_id, tenant_id, type, method, amount, due_date, open, source, rule_id, period, covers_from, covers_to) values (${ann.landlordId}, ${planned.tenantId}, 'rent', 'check', 1, '2026-01-02', 1, 'recurring', ${planned.tenantId}, '2026-01', '2026-01-01', '2026-01-31')`
    expect(await brokenBy(again)).toBe('charge_posted_once')
  })
})
