import { setAllocationOrder } from '@keyhold/contracts/payments/allocation-orders'
import {
  archiveBankAccount,
  type BankAccount,
  createBankAccount,
  listBankAccounts,
  listTransfers,
  recordTransfer,
  restoreBankAccount,
  undoTransfer,
  updateBankAccount,
} from '@keyhold/contracts/payments/bank-accounts'
import { closePeriod, journalFile, trialBalance } from '@keyhold/contracts/payments/books'
import { paymentHistory, refundCredit, undoRefund } from '@keyhold/contracts/payments/credits'
import { refundDeposit } from '@keyhold/contracts/payments/deposits'
import { editReceipt, listReceipts, recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readCashByAccount } from '../../domain/journal/check/cash-by-account.ts'
import { checkBooks } from '../../domain/journal/check/check-books.ts'
import { readReceivedMoney, receivedMoneySheet } from '../../domain/pdf/receipt-file.ts'
import { readReceipt, receiptSheet } from '../../domain/pdf/receipt.ts'
import { readBeancount, readCsv, readHledger } from '../../testing/read-exports.ts'
import { startPaymentsApp } from '../../testing/test-app.ts'

const app = await startPaymentsApp()
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
let ann: LandlordActor
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const list = async (actor = ann) => (await app.send(listBankAccounts, actor)).body
const create = (body: Record<string, unknown>, actor = ann) => app.send(createBankAccount, actor, { body })
const change = (id: string, body: Record<string, unknown>, actor = ann) =>
  app.send(updateBankAccount, actor, { params: { id }, body })
const archive = (id: string, body: Record<string, unknown> = {}, actor = ann) =>
  app.send(archiveBankAccount, actor, { params: { id }, body })
const receive = (tenantId: string, body: Record<string, unknown>, actor = ann) =>
  app.send(recordReceipt, actor, { body: { tenantId, ...body } })
const transfer = (body: Record<string, unknown>, actor = ann) => app.send(recordTransfer, actor, { body })
const undo = (id: string, actor = ann) =>
  app.send(undoTransfer, actor, { params: { id }, body: { reason: 'Not sent' } })
const trust = async (fields: Record<string, unknown> = {}): Promise<BankAccount> =>
  (await create({ name: 'Deposit trust', kind: 'trust', ...fields })).body

/** The cash of each account by its name, as the trial balance has it. */
async function cash(asOf = '2026-03-15', actor = ann) {
  const { body } = await app.send(trialBalance, actor, { query: { asOf } })
  return Object.fromEntries(
    body.rows.filter(({ account }) => account === 'cash').map(({ name, debit, credit }) => [name, debit - credit]),
  )
}
const isSound = async (actor = ann) => expect(await checkBooks(app.db('payments'), actor.landlordId)).toEqual([])

describe('the accounts of a landlord', () => {
  test('begin with one that needs no setup, and can be added, renamed, made the default, archived and restored', async () => {
    const first = { id: ann.landlordId, name: 'Operating account', kind: 'operating', lastFour: null, archivedAt: null }
    expect(await list()).toEqual([{ ...first, isDefault: true }])
    const made = await create({ name: ' Deposit trust ', kind: 'trust', lastFour: '0042' })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Deposit trust', kind: 'trust', lastFour: '0042', isDefault: false, archivedAt: null },
    })
    const { id } = made.body
    expect((await change(ann.landlordId, { name: 'Main', lastFour: '1234' })).body).toEqual({
      ...first,
      name: 'Main',
      lastFour: '1234',
      isDefault: true,
    })
    expect((await change(id, { isDefault: true })).body.isDefault).toBe(true)
    expect((await list()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Deposit trust', true],
      ['Main', false],
    ])
    expect((await archive(id)).problem).toMatchObject({
      status: 409,
      detail: 'Deposit trust is the default. Make another account the default first.',
    })
    expect((await archive(ann.landlordId)).body.archivedAt).toBe('2026-03-15T15:00:00.000Z')
    expect((await change(ann.landlordId, { isDefault: true })).status).toBe(409)
    expect((await app.send(restoreBankAccount, ann, { params: { id: ann.landlordId } })).body.archivedAt).toBeNull()
  })

  test('have names of their own; two at once leave one default', async () => {
    const { id } = await trust()
    expect((await create({ name: 'OPERATING ACCOUNT' })).problem).toMatchObject({
      status: 400,
      issues: [{ path: 'name', message: 'Another account has this name' }],
    })
    expect((await change(id, { name: 'deposit TRUST' })).status).toBe(200)
    for (const body of [{ name: '' }, { name: 'x', lastFour: '12345' }, { name: 'x', kind: 'savings' }])
      expect((await create(body)).status).toBe(400)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => create({ name: `Account ${n}`, isDefault: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const twins = await Promise.all(Array.from({ length: 3 }, () => create({ name: 'Twin' })))
    expect(twins.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(twins.filter(({ status }) => status === 400)).toHaveLength(2)
  })

  test('are nobody else’s: another landlord, the tenant and the visitor get nothing', async () => {
    const { id } = await trust()
    const tess = await app.addTenant(ann)
    const ben = actors.landlord()
    const ida = await app.addTenant(ben)
    expect((await list(ben)).map(({ id: other }) => other)).toEqual([ben.landlordId])
    expect((await change(id, { name: 'Mine' }, ben)).status).toBe(404)
    expect((await archive(id, {}, ben)).status).toBe(404)
    expect((await receive(ida.tenantId, { amount: 1, bankAccountId: id }, ben)).problem).toMatchObject({
      status: 400,
      issues: [{ path: 'bankAccountId', message: 'Choose one of your accounts' }],
    })
    await create({ name: 'Other' }, ben)
    expect((await transfer({ fromId: ben.landlordId, toId: id, amount: 1 }, ben)).problem.issues).toMatchObject([
      { path: 'toId' },
    ])
    expect((await receive(tess.tenantId, { amount: 9, bankAccountId: v7() })).status).toBe(400)
    for (const [actor, status] of [
      [tess, 403],
      [actors.visitor(), 401],
    ] as const) {
      expect((await app.send(listBankAccounts, actor)).status).toBe(status)
      expect((await app.send(recordTransfer, actor, { body: {} })).status).toBe(status)
      expect((await app.send(listTransfers, actor)).status).toBe(status)
    }
  })
})

describe('money', () => {
  test('is in the account that was chosen, or in the default, and the books have it by account', async () => {
    const tess = await app.addTenant(ann)
    const { tenantId } = tess
    const rent = await app.charge(ann, tenantId, { dueDate: '2026-03-01', amount: 1000 })
    const before = await receive(tenantId, { amount: 1000, receivedOn: '2026-03-02' })
    expect(before.body).toMatchObject({ bankAccountId: ann.landlordId, bankAccountName: 'Operating account' })
    const { id: bankAccountId } = await trust()
    // Each way in which money is recorded: with its charge, on a charge, and a report that is confirmed.
    await app.charge(ann, tenantId, {
      dueDate: '2026-03-03',
      amount: 1500,
      paymentType: 'security_deposit',
      status: 'paid',
      paidDate: '2026-03-03',
      bankAccountId,
    })
    const fee = await app.charge(ann, tenantId, { dueDate: '2026-03-04', amount: 50, paymentType: 'other' })
    await app.verify(ann, fee.id, { paidDate: '2026-03-04', bankAccountId })
    const late = await app.charge(ann, tenantId, { dueDate: '2026-03-05', amount: 30, paymentType: 'late_fee' })
    await app.report(tess, 30)
    await app.verify(ann, late.id, { bankAccountId })
    // 1,000; and 1,500 + 50 + 30.
    expect(await cash()).toEqual({ 'Cash: Operating account': 1000, 'Cash: Deposit trust': 1580 })
    expect(await cash('2026-03-03')).toEqual({ 'Cash: Operating account': 1000, 'Cash: Deposit trust': 1500 })

    // Given back from the account it is in: a deposit, and credit.
    const paidBack = await app.send(refundDeposit, ann, {
      params: { id: tenantId },
      body: { amount: 400, bankAccountId, paidOn: '2026-03-10' },
    })
    expect(paidBack.status).toBe(200)
    const extra = await receive(tenantId, { amount: 20, bankAccountId })
    const refund = await app.send(refundCredit, ann, { params: { id: tenantId }, body: { amount: 20 } })
    expect(refund.body).toMatchObject({ bankAccountId: ann.landlordId, bankAccountName: 'Operating account' })
    expect(await cash()).toEqual({ 'Cash: Operating account': 980, 'Cash: Deposit trust': 1200 })
    await app.send(undoRefund, ann, { params: { id: refund.body.id }, body: { reason: 'Not paid' } })
    // A payment that bounces is taken from the account it was in.
    await app.send(reverseReceipt, ann, {
      params: { id: extra.body.id },
      body: { kind: 'returned', reason: 'No funds' },
    })
    expect(await cash()).toEqual({ 'Cash: Operating account': 1000, 'Cash: Deposit trust': 1180 })
    const history = (await app.send(paymentHistory, ann, { params: { id: rent.id } })).body
    expect(history.map(({ kind, bankAccountName }) => [kind, bankAccountName])).toEqual([
      ['charged', null],
      ['allocated', 'Operating account'],
    ])
    await isSound()
  })

  test('goes into the default account when that is another one, while what was there stays', async () => {
    const { tenantId } = await app.addTenant(ann)
    await receive(tenantId, { amount: 100 })
    await trust({ isDefault: true })
    expect((await receive(tenantId, { amount: 7 })).body.bankAccountName).toBe('Deposit trust')
    expect(await readCashByAccount(app.db('payments'), ann.landlordId)).toEqual([
      { name: 'Deposit trust', amount: 7 },
      { name: 'Operating account', amount: 100 },
    ])
    expect(await cash()).toEqual({ 'Cash: Operating account': 100, 'Cash: Deposit trust': 7 })
  })

  test('of a receipt that is corrected stays where it is, unless the correction names another account', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id: bankAccountId } = await trust()
    const { body: made } = await receive(tenantId, { amount: 90, bankAccountId })
    const edit = (id: string, body: Record<string, unknown>) => app.send(editReceipt, ann, { params: { id }, body })
    const { body: second } = await edit(made.id, { amount: 95 })
    expect(second).toMatchObject({ amount: 95, bankAccountId })
    await archive(bankAccountId, { isConfirmed: true })
    // It is in the archived account already.
    const { body: third } = await edit(second.id, { amount: 96, bankAccountId })
    expect(third.bankAccountId).toBe(bankAccountId)
    const { body: last } = await edit(third.id, { amount: 96, bankAccountId: ann.landlordId })
    expect(last.bankAccountName).toBe('Operating account')
    expect((await edit(last.id, { amount: 96, bankAccountId })).problem).toMatchObject({
      status: 400,
      issues: [{ path: 'bankAccountId', message: 'Deposit trust is archived. Choose another account' }],
    })
    expect(await cash()).toEqual({ 'Cash: Operating account': 96, 'Cash: Deposit trust': 0 })
    await isSound()
  })

  test('does not go into an archived account, and an account with money is archived only when that is known', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await trust()
    await receive(tenantId, { amount: 250, bankAccountId: id })
    expect((await archive(id)).problem).toMatchObject({
      status: 409,
      code: 'confirmation-needed',
      detail: 'The books show $250.00 in Deposit trust. Move the money to another account first, or archive it anyway.',
    })
    expect((await archive(id, { isConfirmed: true })).status).toBe(200)
    for (const answer of [
      await receive(tenantId, { amount: 1, bankAccountId: id }),
      await app.send(refundCredit, ann, { params: { id: tenantId }, body: { amount: 1, bankAccountId: id } }),
      await transfer({ fromId: ann.landlordId, toId: id, amount: 1 }),
    ])
      expect(answer.problem).toMatchObject({
        status: 400,
        issues: [{ message: 'Deposit trust is archived. Choose another account' }],
      })
    // What is left can be moved out.
    expect((await transfer({ fromId: id, toId: ann.landlordId, amount: 250 })).status).toBe(201)
    expect(await cash()).toEqual({ 'Cash: Operating account': 250, 'Cash: Deposit trust': 0 })
  })

  test('that is received while its account is archived is in it before, or refused', async () => {
    for (let round = 0; round < 4; round++) {
      ann = actors.landlord()
      const people = await Promise.all(Array.from({ length: 4 }, () => app.addTenant(ann)))
      const { id } = await trust()
      const received = people.map(({ tenantId }) => receive(tenantId, { amount: 10, bankAccountId: id }))
      const [archived, ...answers] = await Promise.all([archive(id), ...received])
      const there = (await cash())['Cash: Deposit trust'] ?? 0
      expect(there).toBe(answers.filter(({ status }) => status === 201).length * 10)
      expect(archived.status).toBe(there === 0 ? 200 : 409)
    }
  })

  test('names its account on the landlord’s receipts and not on the tenant’s', async () => {
    const tess = await app.addTenant(ann)
    const rent = await app.charge(ann, tess.tenantId, { dueDate: '2026-03-01', amount: 1000 })
    const { id: bankAccountId } = await trust()
    const { body: made } = await receive(tess.tenantId, { amount: 1000, bankAccountId })
    const { landlordId } = ann
    const sheets = await Promise.all(
      [ann, tess].map(async (actor) => {
        const one = await readReceivedMoney(app.db('payments'), actor, { landlordId, id: made.id })
        const of = await readReceipt(app.db('payments'), actor, { landlordId, chargeId: rent.id })
        const whole = { landlord: undefined, madeAt: '2026-03-15T15:00:00.000Z', timeZone: 'UTC' }
        return JSON.stringify([receivedMoneySheet(one!, whole), receiptSheet(of!, new Map(), whole.madeAt)])
      }),
    )
    expect(sheets[0]).toContain('["Deposited into","Deposit trust"]')
    expect(sheets[0]).toContain('Into Deposit trust')
    expect(sheets[1]).not.toContain('Deposit trust')
    expect(sheets[1]).not.toContain('Operating account')
    expect((await app.send(listReceipts, ann)).body).toMatchObject([{ bankAccountName: 'Deposit trust' }])
  })
})

describe('a transfer', () => {
  test('moves a deposit into the trust account on its day, and back when it is undone', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id: toId } = await trust()
    await receive(tenantId, { amount: 2500, receivedOn: '2026-03-02' })
    const made = await transfer({ fromId: ann.landlordId, toId, amount: 1500, on: '2026-03-05', notes: 'Elm 1' })
    expect(made).toMatchObject({
      status: 201,
      body: { fromName: 'Operating account', toName: 'Deposit trust', amount: 1500, on: '2026-03-05', undoneOn: null },
    })
    expect(await cash('2026-03-04')).toEqual({ 'Cash: Operating account': 2500 })
    expect(await cash('2026-03-05')).toEqual({ 'Cash: Operating account': 1000, 'Cash: Deposit trust': 1500 })
    const undone = await undo(made.body.id)
    expect(undone.body).toMatchObject({ undoneOn: '2026-03-15', undoneReason: 'Not sent' })
    // The days before keep their figures.
    expect(await cash('2026-03-14')).toEqual({ 'Cash: Operating account': 1000, 'Cash: Deposit trust': 1500 })
    expect(await cash()).toEqual({ 'Cash: Operating account': 2500, 'Cash: Deposit trust': 0 })
    expect((await undo(made.body.id)).status).toBe(409)
    const ben = actors.landlord()
    expect((await undo(made.body.id, ben)).status).toBe(404)
    expect((await app.send(listTransfers, ben)).body).toEqual([])
    expect((await app.send(listTransfers, ann)).body).toMatchObject([{ amount: 1500, undoneOn: '2026-03-15' }])
    await isSound()
  })

  test('moves no more than is there on its day and after it, also when several come at once', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id: toId } = await trust()
    const fromId = ann.landlordId
    await receive(tenantId, { amount: 300, receivedOn: '2026-03-10' })
    expect((await transfer({ fromId, toId, amount: 300, on: '2026-03-09' })).problem).toMatchObject({
      status: 409,
      detail: 'The books show only $0.00 in Operating account from Mar 9, 2026 on. You can’t move more than that.',
    })
    const answers = await Promise.all(Array.from({ length: 5 }, () => transfer({ fromId, toId, amount: 100 })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await cash()).toEqual({ 'Cash: Operating account': 0, 'Cash: Deposit trust': 300 })
    for (const [body, path] of [
      [{ fromId, toId: fromId, amount: 1 }, 'toId'],
      [{ fromId, toId, amount: 1, on: '2026-03-17' }, 'on'],
      [{ fromId: toId, toId: v7(), amount: 1 }, 'toId'],
      [{ fromId: toId, toId: fromId, amount: 0 }, 'amount'],
    ] as const)
      expect((await transfer(body)).problem).toMatchObject({ status: 400, issues: [{ path }] })
    // In both directions at once.
    const both = [
      { fromId: toId, toId: fromId },
      { fromId, toId },
    ]
    const crossed = await Promise.all(Array.from({ length: 8 }, (_, n) => transfer({ ...both[n % 2]!, amount: 1 })))
    expect(crossed.every(({ status }) => status === 201 || status === 409)).toBe(true)
    await isSound()
  })

  test('of a closed period takes effect on the first open day', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id: toId } = await trust()
    await receive(tenantId, { amount: 300, receivedOn: '2026-02-10' })
    await app.send(closePeriod, ann, { body: { through: '2026-02-28' } })
    await transfer({ fromId: ann.landlordId, toId, amount: 100, on: '2026-02-20' })
    expect(await cash('2026-02-28')).toEqual({ 'Cash: Operating account': 300 })
    expect(await cash('2026-03-01')).toEqual({ 'Cash: Operating account': 200, 'Cash: Deposit trust': 100 })
  })

  test('is paged, the latest first', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id: toId } = await trust()
    await receive(tenantId, { amount: 300, receivedOn: '2026-03-01' })
    for (const on of ['2026-03-03', '2026-03-05', '2026-03-04'])
      await transfer({ fromId: ann.landlordId, toId, amount: 1, on })
    const first = await app.send(listTransfers, ann, { query: { limit: 2 } })
    expect(first.body.map(({ on }) => on)).toEqual(['2026-03-05', '2026-03-04'])
    const cursor = new URLSearchParams(/\?(.*)>/.exec(first.headers.link ?? '')?.[1]).get('cursor') ?? ''
    const rest = await app.send(listTransfers, ann, { query: { limit: 2, cursor } })
    expect(rest.body.map(({ on }) => on)).toEqual(['2026-03-03'])
    expect(first.headers['x-total-count']).toBe('3')
  })

  test('stands in the exported books, with cash by account and opening balances', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id: toId } = await trust({ name: 'Elm: "trust"; 1' })
    await receive(tenantId, { amount: 2500, receivedOn: '2026-01-02' })
    await transfer({ fromId: ann.landlordId, toId, amount: 1500, on: '2026-01-05' })
    const { body: later } = await transfer({ fromId: ann.landlordId, toId, amount: 200, on: '2026-03-05' })
    await undo(later.id)
    const file = async (format: string, from: string) => {
      const { body } = await app.send(journalFile, ann, { query: { format, from, to: '2026-03-15' } })
      return Buffer.from(body as unknown as Uint8Array).toString('utf8')
    }
    const read = { beancount: readBeancount, hledger: readHledger, csv: readCsv, quickbooks: readCsv }
    for (const format of ['beancount', 'hledger', 'csv', 'quickbooks'] as const)
      for (const from of ['2026-01-01', '2026-03-01']) {
        const entries = read[format](await file(format, from))
        for (const { lines } of entries) expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
        const all = entries.flatMap(({ lines }) => lines).filter(({ account }) => account === 'cash')
        expect([format, from, all.reduce((sum, { cents }) => sum + cents, 0)]).toEqual([format, from, 250000])
      }
    const beancount = await file('beancount', '2026-01-01')
    const path = `Assets:Cash:Elm-trust-1-${toId.slice(-8)}`
    expect(beancount).toContain(`2026-01-05 open ${path} USD`)
    expect(beancount).toContain('2026-01-05 * "" "Moved from Operating account to Elm: \\"trust\\"; 1" #transferred')
    expect(beancount).toContain(`  Assets:Cash:Operating-account-${ann.landlordId.slice(-8)}  -1500.00 USD`)
    expect(beancount).toContain(': undone, Not sent" #transfer-undone')
    const opening = await file('beancount', '2026-03-01')
    expect(opening).toContain(`  ${path}  1500.00 USD`)
    expect(await file('quickbooks', '2026-01-01')).toContain(',Cash:Elm   trust ; 1,1500,,')
    expect(await file('csv', '2026-01-01')).toContain('Cash: Operating account')
  })
})

test('transfers, their undoing and the accounts of receipts cannot be changed', async () => {
  const { tenantId } = await app.addTenant(ann)
  const { id: toId } = await trust()
  await receive(tenantId, { amount: 300 })
  const { body } = await transfer({ fromId: ann.landlordId, toId, amount: 100 })
  await undo(body.id)
  for (const [table, set] of [
    ['bank_transfer', 'amount = 1'],
    ['bank_transfer_undo', `reason = 'x'`],
    ['receipt', `bank_account_id = '${toId}'`],
    ['posting', `bank_account_id = '${toId}'`],
  ] as const)
    await owner.begin(async (tx) => {
      await tx.unsafe(`alter table ${table} no force row level security`)
      await expect(
        tx.savepoint((inner) => inner.unsafe(`update ${table} set ${set} where landlord_id = '${ann.landlordId}'`)),
      ).rejects.toThrow('append-only')
      await tx.unsafe(`alter table ${table} force row level security`)
    })
})

test('the role that erases a whole landlord can delete transfers and the history of an order', async () => {
  const { tenantId } = await app.addTenant(ann)
  const { id: toId } = await trust()
  await receive(tenantId, { amount: 300 })
  await undo((await transfer({ fromId: ann.landlordId, toId, amount: 100 })).body.id)
  await app.send(setAllocationOrder, ann, { params: { id: tenantId }, body: { order: 'rent_first' } })
  const deleted = await owner.begin(async (tx) => {
    await tx.unsafe('set local role keyhold_payments_records')
    const counts: number[] = []
    for (const table of ['bank_transfer_undo', 'bank_transfer', 'allocation_order'])
      counts.push((await tx.unsafe(`delete from ${table} where landlord_id = '${ann.landlordId}'`)).count)
    return counts
  })
  expect(deleted).toEqual([1, 1, 1])
})
