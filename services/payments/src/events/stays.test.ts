import { closePeriod, journalFile, trialBalance } from '@keyhold/contracts/payments/books'
import { type BookingMoney, BookingMoneyChanged } from '@keyhold/contracts/properties/stays/stay-events'
import { ShortTermTaskChanged, type TurnoverTask } from '@keyhold/contracts/properties/stays/tasks'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startPaymentsApp } from '../testing/test-app.ts'

let ann = actors.landlord()
const app = await startPaymentsApp()
beforeEach(() => void (ann = actors.landlord()))
afterAll(() => app.stop())

const propertyId = v7()
/** Four nights across the year's end, booked and paid on 1 December: 4 × 150, cleaning 80, tax 10 % of 680, the channel keeps 20.40. */
const stay = (over: Partial<BookingMoney> = {}): BookingMoney => ({
  bookingId: v7(),
  landlordId: ann.landlordId,
  rentalId: v7(),
  propertyId,
  unitId: propertyId,
  bookingSource: 'airbnb',
  revision: 1,
  changedOn: '2025-12-01',
  income: [
    ...['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'].map((on) => ({
      on,
      kind: 'nights' as const,
      amount: 150,
    })),
    { on: '2025-12-30', kind: 'cleaning', amount: 80 },
  ],
  taxes: [{ on: '2025-12-30', jurisdiction: 'Portland', name: 'Lodging tax', amount: 68 }],
  platformFee: { on: '2025-12-30', amount: 20.4 },
  received: [{ id: v7(), on: '2025-12-01', amount: 727.6 }],
  refunded: [],
  ...over,
})

/** Debits above 0, credits below 0. */
async function balances(asOf: string, actor = ann): Promise<Record<string, number>> {
  const { body } = await app.send(trialBalance, actor, { query: { asOf } })
  expect(body.totals.debit).toBe(body.totals.credit)
  return Object.fromEntries(
    body.rows
      .map(({ account, debit, credit }): [string, number] => [account, debit - credit])
      .filter(([, sum]) => sum !== 0),
  )
}

test('a stay is income by the night, its taxes are a liability and its platform fee an expense', async () => {
  await app.publish(BookingMoneyChanged, stay())
  // Paid ahead: 727.60 are owed to the guest until the stay.
  expect(await balances('2025-12-29')).toEqual({ cash: 727.6, guest_receivable: -727.6 })
  // Two nights of 150, cleaning, tax and fee by the end of the year; two nights are still to come: 300.
  expect(await balances('2025-12-31')).toEqual({
    cash: 727.6,
    guest_receivable: -300,
    lodging_tax_payable: -68,
    stay_income: -300,
    stay_fee_income: -80,
    platform_fees: 20.4,
  })
  expect(await balances('2026-01-02')).toEqual({
    cash: 727.6,
    lodging_tax_payable: -68,
    stay_income: -600,
    stay_fee_income: -80,
    platform_fees: 20.4,
  })
})

test('an event that comes twice, or after a newer one, changes nothing', async () => {
  const first = stay()
  const moved = { ...first, revision: 2, changedOn: '2025-12-02', platformFee: null }
  await app.publish(BookingMoneyChanged, moved)
  const after = await balances('2026-02-01')
  for (const again of [moved, first, moved]) await app.publish(BookingMoneyChanged, again)
  expect(await balances('2026-02-01')).toEqual(after)
})

test('a guest who leaves early changes the books from that day on, and no earlier day', async () => {
  const first = stay()
  await app.publish(BookingMoneyChanged, first)
  const newYearsEve = await balances('2025-12-31')
  // On 1 January two nights are cancelled: one is refunded, and 150 are kept of the other.
  await app.publish(BookingMoneyChanged, {
    ...first,
    revision: 2,
    changedOn: '2026-01-01',
    income: [...first.income.filter(({ on }) => on < '2026-01-01'), { on: '2026-01-01', kind: 'kept', amount: 150 }],
    refunded: [{ id: v7(), on: '2026-01-01', amount: 150 }],
  })
  expect(await balances('2025-12-31')).toEqual(newYearsEve)
  expect(await balances('2026-01-02')).toEqual({
    cash: 577.6,
    lodging_tax_payable: -68,
    stay_income: -300,
    stay_fee_income: -230,
    platform_fees: 20.4,
  })
})

test('a correction of nights that are past takes effect on the day of the change, and of a closed month on the first open day', async () => {
  const first = stay()
  await app.publish(BookingMoneyChanged, first)
  expect((await app.send(closePeriod, ann, { body: { through: '2025-12-31' } })).status).toBeLessThan(300)
  await app.publish(BookingMoneyChanged, {
    ...first,
    revision: 2,
    changedOn: '2025-12-31',
    income: first.income.map((one) => (one.kind === 'cleaning' ? { ...one, amount: 60 } : one)),
  })
  expect((await balances('2025-12-31')).stay_fee_income).toBe(-80)
  expect((await balances('2026-01-01')).stay_fee_income).toBe(-60)
})

const cleaning = (over: Partial<TurnoverTask> = {}): TurnoverTask => ({
  taskId: v7(),
  landlordId: ann.landlordId,
  rentalId: v7(),
  propertyId,
  unitId: propertyId,
  bookingId: null,
  taskType: 'cleaning',
  title: 'Clean after the stay',
  status: 'completed',
  dueDate: '2026-01-30',
  cost: 65.5,
  completedOn: '2026-01-30',
  changedOn: '2026-01-30',
  revision: 3,
  ...over,
})

test('a finished turnover task is an expense of its day, once, and is corrected on the day of the change', async () => {
  const done = cleaning()
  await app.publish(ShortTermTaskChanged, cleaning({ status: 'in_progress', completedOn: null }))
  await app.publish(ShortTermTaskChanged, done)
  await app.publish(ShortTermTaskChanged, done)
  await app.publish(ShortTermTaskChanged, { ...done, cost: 99, revision: 2 })
  expect(await balances('2026-01-29')).toEqual({})
  const january = await balances('2026-01-31')
  expect(january).toEqual({ turnover_costs: 65.5, accounts_payable: -65.5 })

  // In February the cleaner's invoice says 70, and in March the task turns out not to be done.
  await app.publish(ShortTermTaskChanged, { ...done, cost: 70, changedOn: '2026-02-03', revision: 4 })
  expect(await balances('2026-02-02')).toEqual(january)
  expect(await balances('2026-02-03')).toEqual({ turnover_costs: 70, accounts_payable: -70 })
  const opened = { status: 'in_progress', completedOn: null } as const
  await app.publish(ShortTermTaskChanged, { ...done, ...opened, cost: 70, changedOn: '2026-03-01', revision: 5 })
  expect(await balances('2026-03-01')).toEqual({})
  expect(await balances('2026-01-31')).toEqual(january)
  const query = { from: '2026-01-01', to: '2026-03-31', format: 'beancount' as const }
  const { body } = await app.send(journalFile, ann, { query })
  const text = Buffer.from(body as unknown as Uint8Array).toString('utf8')
  expect(text).toMatch(/2026-01-30 .*Turnover task: Cleaning/)
  expect(text).toMatch(/Expenses:Turnover\s+65\.50/)
})

test('the stays of a landlord are in no other landlord’s books, and in the exports', async () => {
  await app.publish(BookingMoneyChanged, stay())
  expect(await balances('2026-02-01', actors.landlord())).toEqual({})
  const query = { from: '2025-12-01', to: '2026-01-31', format: 'beancount' as const }
  const { body } = await app.send(journalFile, ann, { query })
  expect(Buffer.from(body as unknown as Uint8Array).toString('utf8')).toMatch(/Income:Stays\s+-150\.00/)
})
