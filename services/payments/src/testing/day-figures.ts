import { type TrialBalance, trialBalance } from '@keyhold/contracts/payments/books'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { ageing, ageingTotals, rentRoll, rentRollTotals, reportSummary } from '@keyhold/contracts/payments/reports'
import { addDays, startOfMonth } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { PaymentsApp } from './test-app.ts'

/** Amounts in cents by account; accounts without any are left out. */
export type ByAccount = Record<string, number>

/** What each report says of a day, in cents, as the HTTP surface answers. */
export async function figuresOn(
  app: PaymentsApp,
  landlord: LandlordActor,
  asOf: string,
  accountIds: readonly string[],
) {
  const query = { asOf }
  const page = { asOf, limit: 500 }
  const [roll, rollTotals, aged, agedTotals, trial, month, ledgers] = await Promise.all([
    app.send(rentRoll, landlord, { query: page }),
    app.send(rentRollTotals, landlord, { query }),
    app.send(ageing, landlord, { query: page }),
    app.send(ageingTotals, landlord, { query }),
    app.send(trialBalance, landlord, { query }),
    // The month that was over on that day.
    app.send(reportSummary, landlord, { query: { asOf: addDays(startOfMonth(asOf), -1) } }),
    Promise.all(
      accountIds.map((id) =>
        app.send(getLedger, landlord, { params: { id }, query: { from: addDays(asOf, -30), to: asOf } }),
      ),
    ),
  ])
  const { balance, credit, depositHeld } = rollTotals.body.totals
  const { revenue, charged, outstanding, receivable, depositsHeld } = month.body
  const { total, to30, to60, to90, over90 } = agedTotals.body.totals
  return {
    rentRoll: {
      balance: byAccount(roll.body, (row) => row.balance),
      credit: byAccount(roll.body, (row) => row.credit),
      depositHeld: byAccount(roll.body, (row) => row.depositHeld),
      totals: { balance: toCents(balance), credit: toCents(credit), depositHeld: toCents(depositHeld) },
    },
    ageing: {
      total: byAccount(aged.body, (row) => row.total),
      over90: byAccount(aged.body, (row) => row.over90),
      totals: [to30, to60, to90, over90, total].map(toCents),
    },
    ledgers: byAccount(
      ledgers.map(({ body }) => body),
      (ledger) => ledger.closingBalance,
    ),
    // What stands on each day; the order within a day is not a figure.
    statements: Object.fromEntries(
      ledgers.map(({ body }) => [
        body.tenantId,
        [
          ...body.entries.filter(({ amount }) => amount !== 0).map(({ on, amount }) => `${on} ${amount}`),
          ...new Map(body.entries.map(({ on, balance: after }) => [on, `${on} closes with ${after}`])).values(),
        ].toSorted((one, other) => one.localeCompare(other)),
      ]),
    ),
    trial: trialOf(trial.body),
    month: [revenue.value, charged.value, outstanding.value, depositsHeld, ...Object.values(receivable)].map(toCents),
  }
}

export type DayFigures = Awaited<ReturnType<typeof figuresOn>>

/** The balance, credit and deposits by account that every report has to agree on, as each of them says. */
export function readingsOf({ rentRoll: roll, ageing: aged, ledgers, trial }: DayFigures) {
  const sumOn = (...accounts: string[]) => accounts.reduce((sum, account) => sum + (trial[account] ?? 0), 0)
  return {
    'rent roll, ageing': [roll.balance, aged.total],
    'rent roll, ledgers': [minus(roll.balance, roll.credit), ledgers],
    'rent roll, its totals': [
      [sumOf(roll.balance), sumOf(roll.credit), sumOf(roll.depositHeld)],
      [roll.totals.balance, roll.totals.credit, roll.totals.depositHeld],
    ],
    'rent roll, trial balance': [
      [roll.totals.balance, roll.totals.balance - roll.totals.credit, roll.totals.balance - roll.totals.depositHeld],
      [
        sumOn('receivable'),
        sumOn('receivable', 'tenant_credit', 'allowance', 'prepaid'),
        sumOn('receivable', 'deposits_held'),
      ],
    ],
    'ageing, its totals': [
      [sumOf(aged.over90), sumOf(aged.total)],
      [aged.totals[3], aged.totals[4]],
    ],
  } as const
}

/** The balances of a trial balance in cents; of cash those of each bank account. */
export const trialOf = ({ rows }: TrialBalance): Record<string, number> =>
  Object.fromEntries(
    rows.map((row) => [
      [row.account, row.bankAccountId].filter(Boolean).join(' '),
      toCents(row.debit) - toCents(row.credit),
    ]),
  )

const sumOf = (amounts: ByAccount) => Object.values(amounts).reduce((sum, amount) => sum + amount, 0)

function byAccount<T extends { tenantId: string | null }>(rows: readonly T[], of: (row: T) => number): ByAccount {
  const sums: ByAccount = {}
  for (const row of rows) {
    const id = row.tenantId ?? 'nobody'
    sums[id] = (sums[id] ?? 0) + toCents(of(row))
  }
  return withoutZeros(sums)
}

const minus = (one: ByAccount, other: ByAccount): ByAccount =>
  withoutZeros(
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])].map((id) => [id, (one[id] ?? 0) - (other[id] ?? 0)]),
    ),
  )

const withoutZeros = (amounts: ByAccount): ByAccount =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0))
