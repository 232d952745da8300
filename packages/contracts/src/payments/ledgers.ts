import * as routes from './ledgers.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, bytes, calendarDate, flag, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'
import { allocationOrders } from './allocation-orders.ts'
import { Basis } from './explanations.ts'
import { paymentTypes } from './payments.ts'

/** A tenant's charges, credit and unconfirmed reports, for other services. */
export const TenantLedger = z.object({
  tenantId: id,
  /** Reported by the tenant and not confirmed yet. */
  awaitingConfirmation: amount,
  /** Counted money that is not allocated to a charge. */
  credit: amount,
  /** If `until` is asked for: owed at the end of that day, less the credit of then. */
  owedThen: amount.optional(),
  charges: z.array(
    z.object({
      chargeId: id,
      propertyId: id.nullable(),
      paymentType: z.enum(paymentTypes),
      amount,
      open: amount,
      dueDate: calendarDate,
      /** The day the last payment on it was received; null while any of it is open. */
      settledOn: calendarDate.nullable(),
    }),
  ),
})

/** One ledger for each tenant with charges, credit or an unconfirmed report. Lists open charges and those due on or after `since`. */
export const tenantLedgers = endpoint(routes.tenantLedgers, {
  query: z.object({
    tenantIds: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1).max(50)),
    since: calendarDate,
    until: calendarDate.optional(),
  }),
  response: z.array(TenantLedger),
  summary: 'Open and recent charges of up to 50 tenants, their ids separated by commas',
})

export const ledgerEntryKinds = [
  'charge',
  'change',
  'cancellation',
  'receipt',
  // Given or written off: nothing was received.
  'credit',
  'reversal',
  'deposit',
  'credit_refund',
  'deposit_refund',
  'deposit_applied',
  'awaiting',
] as const

export const LedgerEntry = z.object({
  /** Of the charge, receipt or deposit movement. */
  id,
  kind: z.enum(ledgerEntryKinds),
  on: calendarDate,
  description: z.string(),
  paymentId: id.nullable(),
  /** Above 0: owed; below 0: paid; 0 for entries that do not change the balance: deposit movements and unconfirmed money. */
  amount,
  /** The amount of an entry that does not change the balance. */
  aside: amount.nullable(),
  /** Owed after this entry; below 0 is a credit. */
  balance: amount,
  basis: Basis.nullable(),
})

export const Ledger = z
  .object({
    tenantId: id,
    /** Everyone who shares the account. */
    names: z.string(),
    propertyName: z.string().nullable(),
    unitName: z.string().nullable(),
    /** The order in which money pays the charges. */
    allocationOrder: z.enum(allocationOrders),
    from: calendarDate,
    to: calendarDate,
    openingBalance: amount,
    entries: z.array(LedgerEntry),
    closingBalance: amount,
    /** Open and due today. This and the amounts below are as of today. */
    due: amount,
    /** Open in total, including charges due later. */
    open: amount,
    /** Received on charges that are not due yet. `due` less this and the credit is today's balance. */
    prepaid: amount,
    credit: amount,
    /** Reported by the tenant and not confirmed yet. */
    awaiting: amount,
    depositHeld: amount,
    /** Of who left a shared account before others: the day, and how much of what was owed then has been paid, credited or cancelled since. */
    left: z.object({ on: calendarDate, settled: amount }).optional(),
  })
  .meta({ id: 'Ledger' })

export type Ledger = z.output<typeof Ledger>

/** Both days are included. By default the twelve months up to today at the property. At most five years. */
export const ledgerQuery = z.object({ from: calendarDate.optional(), to: calendarDate.optional() })

const landlordQuery = ledgerQuery.extend({
  /** The ledger as it was known at this moment; default: now. */
  knownAt: instant.optional(),
  /** The whole account with this id, also after the tenant who opened it left it to others. */
  isAccount: flag.optional(),
})

export const getLedger = endpoint(routes.getLedger, {
  query: landlordQuery,
  response: Ledger,
  summary: 'Charges, receipts and reversals of a tenant and everyone who shares the tenancy, with a running balance',
})

/** To today at the property, unless the query says otherwise. */
export const statementFile = endpoint(routes.statementFile, {
  query: landlordQuery,
  response: bytes,
  summary: 'The ledger as a PDF statement',
})

/** As of today, to the tenant's own address. 409 if the tenant has none. */
export const sendStatement = endpoint(routes.sendStatement, {
  response: z.object({ to: z.string() }),
  summary: 'Mail the statement of account to a tenant',
})

export const tenantLedger = endpoint(routes.tenantLedger, {
  query: ledgerQuery,
  response: Ledger.nullable(),
  summary: "The tenant's own ledger; null without a tenancy",
})

export const tenantStatementFile = endpoint(routes.tenantStatementFile, {
  query: ledgerQuery,
  response: bytes,
  summary: 'The tenant’s own ledger as a PDF statement',
})
