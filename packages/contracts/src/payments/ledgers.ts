import * as routes from './ledgers.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, bytes, calendarDate, id } from '../scalars.ts'
import { z } from '../zod.ts'
import { Basis } from './explanations.ts'
import { paymentTypes } from './payments.ts'

/** What a tenant owes and how it was paid, for advice. */
export const TenantLedger = z.object({
  tenantId: id,
  /** Reported by the tenant and not confirmed yet. */
  awaitingConfirmation: amount,
  /** Money that counts and that no charge has taken. */
  credit: amount,
  charges: z.array(
    z.object({
      chargeId: id,
      propertyId: id.nullable(),
      paymentType: z.enum(paymentTypes),
      amount,
      open: amount,
      dueDate: calendarDate,
      /** The day the last money on it was received; null while any of it is open. */
      settledOn: calendarDate.nullable(),
    }),
  ),
})

/** One ledger for each tenant that has any charge, or money that stands on none: what is open, and what fell due from `since` on. */
export const tenantLedgers = endpoint(routes.tenantLedgers, {
  query: z.object({
    tenantIds: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1).max(50)),
    since: calendarDate,
  }),
  response: z.array(TenantLedger),
  summary: 'Open and recent charges of up to 50 tenants, their ids separated by commas',
})

// The ledger of a tenancy, as both sides see it.
export const ledgerEntryKinds = [
  'charge',
  'cancellation',
  'receipt',
  'reversal',
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
  /** Above 0: owed; below 0: paid. Of deposits and of money awaiting confirmation, which do not move the balance: 0. */
  amount,
  /** What the line is about, where it does not move the balance. */
  aside: amount.nullable(),
  /** Owed after this line; below 0 is a credit. */
  balance: amount,
  basis: Basis.nullable(),
})

export const Ledger = z
  .object({
    tenantId: id,
    /** All who share it. */
    names: z.string(),
    propertyName: z.string().nullable(),
    unitName: z.string().nullable(),
    from: calendarDate,
    to: calendarDate,
    openingBalance: amount,
    entries: z.array(LedgerEntry),
    closingBalance: amount,
    /** Of today: open and due, open in all, credit, reported by the tenant and not confirmed yet, deposit held. */
    due: amount,
    open: amount,
    credit: amount,
    awaiting: amount,
    depositHeld: amount,
  })
  .meta({ id: 'Ledger' })

export type Ledger = z.output<typeof Ledger>

/** Both days belong to it; without them the twelve months up to today, and what is posted for later. At most five years. */
export const ledgerQuery = z.object({ from: calendarDate.optional(), to: calendarDate.optional() })

export const getLedger = endpoint(routes.getLedger, {
  query: ledgerQuery,
  response: Ledger,
  summary: 'Charges, receipts and reversals of a tenant and all who share the tenancy, with a running balance',
})

export const statementFile = endpoint(routes.statementFile, {
  query: ledgerQuery,
  response: bytes,
  summary: 'The ledger as a PDF statement',
})

export const tenantLedger = endpoint(routes.tenantLedger, {
  query: ledgerQuery,
  response: Ledger.nullable(),
  summary: "The tenant's own ledger; null without a tenancy",
})

export const tenantStatementFile = endpoint(routes.tenantStatementFile, {
  query: ledgerQuery,
  response: bytes,
  summary: 'The same as a PDF statement',
})
