import { closePeriod, trialBalance } from '@keyhold/contracts/payments/books'
import { giveCredit, listRefunds, refundCredit, undoRefund, writeOff } from '@keyhold/contracts/payments/credits'
import { applyDeposit, refundDeposit } from '@keyhold/contracts/payments/deposits'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { cancelPayment, getPayment, updatePayment } from '@keyhold/contracts/payments/payments'
import { editReceipt, recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { ageing, rentRoll, rentRollTotals, reportSummary } from '@keyhold/contracts/payments/reports'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import type { PaymentsApp } from './test-app.ts'

/** An account, with its charges and receipts by the names that the example gives them. */
interface Example {
  app: PaymentsApp
  landlord: LandlordActor
  tenant: TenantActor & { tenantId: string }
  ids: Map<string, string>
}

type Event = (example: Example) => Promise<{ status: number; body?: unknown }>

const reason = 'For the example'
const idOf = ({ ids }: Example, name: string) => ids.get(name) ?? name
const by = (example: Example, name: string) => ({ params: { id: idOf(example, name) } })
const here = ({ tenant }: Example) => ({ params: { id: tenant.tenantId } })

export const today =
  (day: string): Event =>
  async ({ app }) => {
    app.clock.set(`${day}T17:00:00Z`)
    return { status: 200 }
  }

export const charge =
  (
    name: string,
    amount: number,
    dueDate: string,
    paymentType: 'rent' | 'security_deposit' | 'late_fee' | 'other' = 'rent',
  ): Event =>
  async ({ app, landlord, tenant, ids }) => {
    const body = await app.charge(landlord, tenant.tenantId, { amount, dueDate, paymentType })
    ids.set(name, body.id)
    return { status: 201, body }
  }

export const receive =
  (name: string, amount: number, receivedOn: string, allocations?: []): Event =>
  async ({ app, landlord, tenant, ids }) => {
    const { tenantId } = tenant
    const answer = await app.send(recordReceipt, landlord, {
      body: { tenantId, amount, receivedOn, ...(allocations ? { allocations } : {}) },
    })
    ids.set(name, answer.body.id)
    return answer
  }

export const report =
  (amount: number): Event =>
  ({ app, tenant }) =>
    app.report(tenant, amount)
export const confirm =
  (name: string): Event =>
  (example) =>
    example.app.verify(example.landlord, idOf(example, name))
export const bounce =
  (name: string, on: string): Event =>
  (example) =>
    example.app.send(reverseReceipt, example.landlord, {
      ...by(example, name),
      body: { kind: 'returned', on, reason },
    })
export const correct =
  (name: string, amount: number, receivedOn?: string): Event =>
  (example) =>
    example.app.send(editReceipt, example.landlord, { ...by(example, name), body: { amount, receivedOn } })
export const cancel =
  (name: string): Event =>
  (example) =>
    example.app.send(cancelPayment, example.landlord, { ...by(example, name), body: { reason } })
export const reprice =
  (name: string, amount: number): Event =>
  (example) =>
    example.app.send(updatePayment, example.landlord, { ...by(example, name), body: { amount } })
export const loss =
  (name: string): Event =>
  (example) =>
    example.app.send(writeOff, example.landlord, { ...by(example, name), body: { reason } })
export const concede =
  (amount: number, on: string): Event =>
  (example) =>
    example.app.send(giveCredit, example.landlord, { ...here(example), body: { amount, on, reason } })
export const payOut =
  (amount: number, paidOn: string): Event =>
  (example) =>
    example.app.send(refundCredit, example.landlord, { ...here(example), body: { amount, paidOn } })
export const applyHeld =
  (amount: number): Event =>
  (example) =>
    example.app.send(applyDeposit, example.landlord, { ...here(example), body: { amount, reason } })
export const refundHeld =
  (amount: number, paidOn: string): Event =>
  (example) =>
    example.app.send(refundDeposit, example.landlord, { ...here(example), body: { amount, paidOn } })
export const undoLastRefund = (): Event => async (example) => {
  const { app, landlord } = example
  const [last] = (await app.send(listRefunds, landlord, here(example))).body
  return app.send(undoRefund, landlord, { params: { id: last?.id ?? '' }, body: { reason } })
}
export const close =
  (through: string): Event =>
  ({ app, landlord }) =>
    app.send(closePeriod, landlord, { body: { through } })

/** The event is refused with 409. */
export const refused =
  (event: Event): Event =>
  async (example) => ({ status: (await event(example)).status === 409 ? 200 : 500 })

export interface Worked {
  given: readonly Event[]
  /** What each charge is paid in the end, by money, credits and write-offs. */
  paid?: Record<string, number>
  /** On each day: what is owed, the credit, and the deposit held. */
  days?: readonly (readonly [day: string, owed: number, credit: number, held: number])[]
  /** Of the month of each day: income received (cash basis), and charged (accrual basis). */
  months?: readonly (readonly [lastDay: string, received: number, charged: number])[]
}

/**
 * Lives an example on an account of its own and reads the same figures as it expects. On each day rent roll, ageing and ledger have to agree, and the rows
 * of the rent roll with its totals and the trial balance.
 */
export async function workedOut(
  app: PaymentsApp,
  { given, paid, days, months }: Worked,
): Promise<Omit<Worked, 'given'> & { landlordId: string }> {
  const landlord = actors.landlord()
  const propertyId = await app.addProperty(landlord)
  const tenant = await app.addTenant(landlord, { propertyId, leaseStartDate: '2025-01-01' })
  const example: Example = { app, landlord, tenant, ids: new Map() }
  for (const [n, event] of given.entries()) {
    const { status, body } = await event(example)
    if (status >= 300) throw new Error(`Event ${n} of the example was answered with ${status}: ${JSON.stringify(body)}`)
  }
  const readPaid = async (name: string) => {
    const { amountPaid, amountCredited } = (await app.send(getPayment, landlord, by(example, name))).body
    return [name, amountPaid + amountCredited] as const
  }
  return {
    landlordId: landlord.landlordId,
    ...(paid ? { paid: Object.fromEntries(await Promise.all(Object.keys(paid).map(readPaid))) } : {}),
    ...(days ? { days: await Promise.all(days.map(([day]) => readDay(example, day))) } : {}),
    ...(months ? { months: await Promise.all(months.map(([day]) => readMonth(example, day))) } : {}),
  }
}

async function readDay(example: Example, asOf: string): Promise<[string, number, number, number]> {
  const { app, landlord } = example
  const query = { asOf }
  const { body: rows } = await app.send(rentRoll, landlord, { query })
  const { body: aged } = await app.send(ageing, landlord, { query })
  const from = '2025-01-01'
  const { closingBalance } = (await app.send(getLedger, landlord, { ...here(example), query: { from, to: asOf } })).body
  const sum = (amounts: number[]) => Math.round(amounts.reduce((total, amount) => total + amount * 100, 0)) / 100
  const owed = sum(rows.map((row) => row.balance))
  const credit = sum(rows.map((row) => row.credit))
  const others = { ageing: sum(aged.map((row) => row.total)), ledger: closingBalance }
  if (others.ageing !== owed || others.ledger !== sum([owed, -credit]))
    throw new Error(`On ${asOf} the rent roll says ${owed} owed and ${credit} credit, and ${JSON.stringify(others)}`)
  const held = sum(rows.map((row) => row.depositHeld))
  await assertTotals(example, asOf, { balance: owed, credit, depositHeld: held })
  return [asOf, owed, credit, held]
}

async function assertTotals(
  { app, landlord }: Example,
  asOf: string,
  rows: { balance: number; credit: number; depositHeld: number },
): Promise<void> {
  const { totals } = (await app.send(rentRollTotals, landlord, { query: { asOf } })).body
  const trial = (await app.send(trialBalance, landlord, { query: { asOf } })).body.rows
  const booked = trial.find(({ account }) => account === 'deposits_held')
  const { balance, credit, depositHeld } = totals
  const deposits = Math.round(((booked?.credit ?? 0) - (booked?.debit ?? 0)) * 100) / 100
  const found = JSON.stringify({ balance, credit, depositHeld, deposits })
  const expected = JSON.stringify({ ...rows, deposits: rows.depositHeld })
  if (found !== expected)
    throw new Error(`On ${asOf} the rows of the rent roll say ${expected}, its totals and the books ${found}`)
}

async function readMonth({ app, landlord }: Example, asOf: string): Promise<[string, number, number]> {
  const { revenue, charged } = (await app.send(reportSummary, landlord, { query: { asOf } })).body
  return [asOf, revenue.value, charged.value]
}
