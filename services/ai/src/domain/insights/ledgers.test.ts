import { type TenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOf, startAiApp } from '../../testing/test-app.ts'
import { renewLedgers } from './ledgers.ts'
import { markLedgersStale } from './mark-stale.ts'

type Ledger = z.output<typeof TenantLedger>

let app: Awaited<ReturnType<typeof startAiApp>>
beforeAll(async () => void (app = await startAiApp()))
afterAll(() => app.stop())

const { landlordId } = actors.landlord()
const actor = serviceActor('ai', landlordId)
const mark = (...tenantIds: string[]) =>
  app.db('ai').transaction(actor, (tx) => markLedgersStale(tx, landlordId, tenantIds))
/** With payments as the test answers for it. */
const renew = (answer: (tenantIds: string[]) => Promise<Ledger[]> | Ledger[]) =>
  renewLedgers(
    {
      db: app.db('ai'),
      clock: app.clock,
      call: async (endpoint: unknown, _: unknown, { query }: { query: { tenantIds: string } }) => {
        expect(endpoint).toBe(tenantLedgers)
        return answer(query.tenantIds.split(','))
      },
    } as unknown as Tools,
    landlordId,
  )
const ledgerOf = (tenantId: string, credit: number, charges = 0): Ledger => ({
  tenantId,
  awaitingConfirmation: 0,
  credit,
  charges: Array.from({ length: charges }, (_, n) => chargeOf({ dueDate: `2026-0${n + 1}-01`, amount: 10.5 })),
})
const stored = (tenantId: string) =>
  app.db('ai').read(
    actor,
    (read) => read`
      select credit, (select count(*) from charge c where c.tenant_id = l.tenant_id and amount = 10.5) as charges
      from ledger l where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
  )

test('an answer that was asked for earlier replaces no later one', async () => {
  const [changed, other] = [v7(), v7()]
  await mark(changed)
  await renew(async () => {
    await mark(changed, other)
    await renew(() => [ledgerOf(changed, 2, 2), ledgerOf(other, 2, 2)])
    return [ledgerOf(changed, 1, 1)]
  })
  expect([await stored(changed), await stored(other)]).toEqual([
    [{ credit: 2, charges: 2 }],
    [{ credit: 2, charges: 2 }],
  ])
  await renew(() => Promise.reject(new Error('nothing is marked, so payments is not asked')))
})

test('what is marked while payments answers is asked for again', async () => {
  const tenantId = v7()
  await mark(tenantId)
  await renew(async () => {
    await mark(tenantId)
    return [ledgerOf(tenantId, 1, 1)]
  })
  expect(await stored(tenantId)).toEqual([{ credit: 1, charges: 1 }])
  await renew(() => [ledgerOf(tenantId, 3, 3)])
  expect(await stored(tenantId)).toEqual([{ credit: 3, charges: 3 }])
})

test('every marked ledger is asked for once, however many there are, and its charges are replaced', async () => {
  const tenantIds = Array.from({ length: 120 }, () => v7())
  for (const charges of [3, 1, 0]) {
    await mark(...tenantIds)
    const asked: string[] = []
    await renew((some) => {
      asked.push(...some)
      return some.map((id) => ledgerOf(id, charges, charges))
    })
    expect(asked.toSorted()).toEqual(tenantIds.toSorted())
    expect(await stored(tenantIds[77]!)).toEqual([{ credit: charges, charges }])
  }
})
