import * as routes from './bank-accounts.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import {
  amount,
  calendarDate,
  changesOf,
  flag,
  id,
  instant,
  line,
  moneyDate,
  optional,
  pageQuery,
  positiveMoney,
  prose,
} from '../scalars.ts'
import { z } from '../zod.ts'

/** `trust`: held for others, such as security deposits where a state wants them kept apart. */
export const bankAccountKinds = ['operating', 'trust'] as const

/** The name of the account that every landlord has from the beginning, until they rename it. */
export const firstAccountName = 'Operating account'

/** How many accounts a landlord can have, archived ones included. */
export const maxBankAccounts = 100

/** An account into which money is deposited. */
export const BankAccount = z
  .object({
    /** Of the account that exists from the beginning, the landlord's id. */
    id,
    name: z.string(),
    kind: z.enum(bankAccountKinds),
    lastFour: z.string().nullable(),
    /** Money goes here unless another account is chosen. Exactly one of them. */
    isDefault: z.boolean(),
    /** An archived account takes no new money. */
    archivedAt: instant.nullable(),
  })
  .meta({ id: 'BankAccount' })

export type BankAccount = z.output<typeof BankAccount>

const lastFour = z.string().regex(/^\d{4}$/, 'The last four digits of the account number')

export const BankAccountForm = z.object({
  name: line(60, 'Name is required'),
  kind: z.enum(bankAccountKinds).default('operating'),
  lastFour: optional(lastFour),
  /** Makes it the default instead of the one that is. */
  isDefault: z.literal(true).optional(),
})

export const BankTransfer = z
  .object({
    id,
    fromId: id,
    fromName: z.string(),
    toId: id,
    toName: z.string(),
    amount,
    on: calendarDate,
    notes: z.string().nullable(),
    by: id,
    createdAt: instant,
    /** The day on which it was undone. */
    undoneOn: calendarDate.nullable(),
    undoneReason: z.string().nullable(),
  })
  .meta({ id: 'BankTransfer' })

export type BankTransfer = z.output<typeof BankTransfer>

export const listBankAccounts = endpoint(routes.listBankAccounts, {
  response: z.array(BankAccount),
  summary: 'The accounts into which money is deposited, the default first and archived ones last; at most 100',
})

/** 409 if another account has the name. */
export const createBankAccount = endpoint(routes.createBankAccount, {
  status: 201,
  body: BankAccountForm,
  response: BankAccount,
  summary: 'Add an account into which money is deposited',
})

export const updateBankAccount = endpoint(routes.updateBankAccount, {
  body: changesOf(BankAccountForm),
  response: BankAccount,
  summary: 'Rename an account, or make it the default',
})

/** 409 for the default account, and `confirmation-needed` for one with money in it. */
export const archiveBankAccount = endpoint(routes.archiveBankAccount, {
  body: z.object({ isConfirmed: flag.default(false) }),
  response: BankAccount,
  summary: 'Archive an account, so that it takes no new money; its entries stay in the books',
})

export const restoreBankAccount = endpoint(routes.restoreBankAccount, {
  response: BankAccount,
  summary: 'Use an archived account again',
})

export const listTransfers = endpoint(routes.listTransfers, {
  query: pageQuery,
  response: z.array(BankTransfer),
  paged: true,
  summary: 'Money moved between accounts, latest day first',
})

/** 409 if less is in the account on that day or a later one. */
export const recordTransfer = endpoint(routes.recordTransfer, {
  status: 201,
  body: z.object({
    fromId: id,
    toId: id,
    amount: positiveMoney,
    /** At most, and by default, today. */
    on: optional(moneyDate),
    notes: optional(prose(500)),
  }),
  response: BankTransfer,
  summary: 'Record that money was moved from one account to another',
})

/** 409 if it was undone already. */
export const undoTransfer = endpoint(routes.undoTransfer, {
  body: z.object({ reason: prose(500, 'Say why') }),
  response: BankTransfer,
  summary: 'Undo a transfer that was not made; both entries stay in the books',
})

/** An account was added or changed, or money was moved from it. */
export const BankAccountChanged = event({
  type: 'payments.bank-account.changed',
  version: 1,
  subject: 'bankAccountId',
  data: z.object({ bankAccountId: id, landlordId: id }),
})
