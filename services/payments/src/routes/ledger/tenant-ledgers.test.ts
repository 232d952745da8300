import { reversePayment } from '@keyhold/contracts/payments/verification'
import { getLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

const app: PaymentsApp = await startPaymentsApp()
let ann = actors.landlord()
beforeEach(() => void (ann = actors.landlord()))
afterAll(() => app.stop())

const ledgersOf = async (landlordId: string, tenantIds: string[], since = '2026-01-01') =>
  (await app.send(tenantLedgers, actors.service('ai', landlordId), { query: { tenantIds: tenantIds.join(), since } }))
    .body

test('lists open charges, when others were paid, and unconfirmed money', async () => {
  const tenant = await app.addTenant(ann)
  const { tenantId } = tenant
  const paid = await app.charge(ann, tenantId, { dueDate: '2026-02-01', status: 'paid', paidDate: '2026-02-09' })
  const open = await app.charge(ann, tenantId, {
    dueDate: '2026-03-01',
    amount: 1000,
    amountPaid: 400,
    status: 'partial',
  })
  await app.report(tenant, 250)
  expect(await ledgersOf(ann.landlordId, [tenantId])).toEqual([
    {
      tenantId,
      awaitingConfirmation: 250,
      credit: 0,
      charges: [
        {
          chargeId: paid.id,
          propertyId: null,
          paymentType: 'rent',
          amount: 1000,
          open: 0,
          dueDate: '2026-02-01',
          settledOn: '2026-02-09',
        },
        {
          chargeId: open.id,
          propertyId: null,
          paymentType: 'rent',
          amount: 1000,
          open: 600,
          dueDate: '2026-03-01',
          settledOn: null,
        },
      ],
    },
  ])
  // Older paid charges are left out, open ones never.
  expect(
    (await ledgersOf(ann.landlordId, [tenantId], '2026-04-01'))[0]!.charges.map(({ chargeId }) => chargeId),
  ).toEqual([open.id])

  await app.verify(ann, open.id, { expected: 250 })
  await app.send(reversePayment, ann, { params: { id: paid.id }, body: { reason: 'The check was returned' } })
  const [after] = await ledgersOf(ann.landlordId, [tenantId])
  expect(after).toMatchObject({
    awaitingConfirmation: 0,
    credit: 0,
    charges: [{ open: 1000, settledOn: null }, { open: 350 }],
  })
})

test('says on request what was owed on a day, as the ledger does', async () => {
  app.clock.set('2026-03-15T15:00:00Z')
  const { tenantId } = await app.addTenant(ann)
  await app.charge(ann, tenantId, { dueDate: '2026-02-01', status: 'partial', amountPaid: 400, paidDate: '2026-02-09' })
  const until = async (day: string) => {
    const query = { tenantIds: tenantId, since: '2026-01-01', until: day }
    const { body } = await app.send(tenantLedgers, actors.service('ai', ann.landlordId), { query })
    const { body: ledger } = await app.send(getLedger, ann, { params: { id: tenantId }, query: { to: day } })
    return [body[0]?.owedThen, ledger.closingBalance]
  }
  expect(await until('2026-01-31')).toEqual([0, 0])
  expect(await until('2026-02-08')).toEqual([1000, 1000])
  expect(await until('2026-02-09')).toEqual([600, 600])
})

test('unallocated money is credit', async () => {
  const tenant = await app.addTenant(ann)
  const { id } = await app.charge(ann, tenant.tenantId, { amount: 100 })
  await app.report(tenant, 160)
  await app.verify(ann, id)
  expect(await ledgersOf(ann.landlordId, [tenant.tenantId])).toMatchObject([{ credit: 60, charges: [{ open: 0 }] }])
})

test("a service acting for one landlord sees nothing of another's tenants, and nothing without a landlord", async () => {
  const { tenantId } = await app.addTenant(ann)
  await app.charge(ann, tenantId)
  expect(await ledgersOf(ann.landlordId, [tenantId])).toHaveLength(1)
  expect(await ledgersOf(actors.landlord().landlordId, [tenantId])).toEqual([])
  expect(
    (await app.send(tenantLedgers, actors.service('ai'), { query: { tenantIds: tenantId, since: '2026-01-01' } })).body,
  ).toEqual([])
})
