/** The chart of accounts. Assets and expenses grow by debits (above 0), liabilities and income by credits (below 0). */
export const journalAccounts = [
  // Assets.
  'receivable',
  'cash',
  // What guests and channels owe for stays; below 0 while a stay is paid ahead.
  'guest_receivable',
  // Liabilities.
  'tenant_credit',
  // Concessions and write-offs that were granted and pay no charge yet.
  'allowance',
  'prepaid',
  'deposits_held',
  // Deposits that were charged and are not received yet: neither income nor a liability.
  'deposits_due',
  // Lodging taxes that the landlord collected and has to remit.
  'lodging_tax_payable',
  // Costs that came up and of which nobody has said yet that they were paid.
  'accounts_payable',
  // Income.
  'rent_income',
  'late_fee_income',
  'maintenance_income',
  'other_income',
  'stay_income',
  // Cleaning and other fees of stays, and what was kept of cancelled ones.
  'stay_fee_income',
  // Expenses and losses.
  'concessions',
  'bad_debt',
  'platform_fees',
  // Cleaning and other tasks between stays.
  'turnover_costs',
] as const

export type JournalAccount = (typeof journalAccounts)[number]

/** What an entry records. */
export const journalKinds = [
  'charged',
  'changed',
  'cancelled',
  'received',
  'returned',
  'allocated',
  'deallocated',
  'deposit_refunded',
  'deposit_refund_undone',
  'credit_refunded',
  'credit_refund_undone',
  'transferred',
  'transfer_undone',
  'stay_booked',
  'stay_received',
  'stay_refunded',
  'turnover_cost',
] as const

export type JournalKind = (typeof journalKinds)[number]
