import * as routes from './books.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, byteStream, calendarDate, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'
import { journalAccounts } from './journal.ts'

/** `csv`: a row for each posting. `quickbooks`: the CSV that QuickBooks Online imports as journal entries. */
export const journalFormats = ['beancount', 'hledger', 'csv', 'quickbooks'] as const

/** The longest range of an export, in years. */
export const maxJournalYears = 10

/** The books of a range of days: the balances before it, then every entry with its postings. */
export const journalFile = endpoint(routes.journalFile, {
  query: z.object({
    /** Default: the first day of the year of `to`. */
    from: calendarDate.optional(),
    /** Default: today. */
    to: calendarDate.optional(),
    format: z.enum(journalFormats).default('beancount'),
  }),
  response: byteStream,
  summary:
    'The books of a range of days with their opening balances, for Beancount, hledger, spreadsheets and QuickBooks',
})

/** A balance above 0 is a debit, one below 0 a credit; the other of the two is 0. */
export const TrialBalanceRow = z.object({
  account: z.enum(journalAccounts),
  /** Cash has a row for each bank account. */
  bankAccountId: id.nullable(),
  name: z.string(),
  kind: z.enum(['asset', 'liability', 'income', 'expense']),
  debit: amount,
  credit: amount,
})

export const TrialBalance = z
  .object({
    asOf: calendarDate,
    /** Without what was recorded after this moment. */
    knownAt: instant,
    /** Rent counts when it is due and not when it is paid. */
    basis: z.literal('accrual'),
    rows: z.array(TrialBalanceRow),
    totals: z.object({ debit: amount, credit: amount }),
    generatedAt: instant,
  })
  .meta({ id: 'TrialBalance' })

export type TrialBalance = z.output<typeof TrialBalance>

export const trialBalance = endpoint(routes.trialBalance, {
  query: z.object({
    /** Default: today. */
    asOf: calendarDate.optional(),
    /** The balances as they were known at this moment. Default: now. */
    knownAt: instant.optional(),
  }),
  response: TrialBalance,
  summary: 'The balance of each account at the end of a day, on the accrual basis',
})

export const ClosedPeriod = z
  .object({
    /** The last day of the period. Corrections of days up to it take effect on a later day. */
    through: calendarDate,
    closedAt: instant,
    closedBy: id,
  })
  .meta({ id: 'ClosedPeriod' })

export const listClosedPeriods = endpoint(routes.listClosedPeriods, {
  response: z.array(ClosedPeriod),
  summary: 'The periods of the books that are closed, the latest first',
})

export const closePeriod = endpoint(routes.closePeriod, {
  status: 201,
  body: z.object({ through: calendarDate }),
  response: ClosedPeriod,
  summary: 'Close the books through a day that is over; a closed period cannot be reopened',
})
