import type { JournalAccount } from '@keyhold/contracts/payments/journal'

interface AccountInfo {
  kind: 'asset' | 'liability' | 'income' | 'expense'
  /** As a person reads it, and as QuickBooks knows it. */
  name: string
  /** In Beancount and hledger. */
  path: string
  /** The account has one below it for each tenant. */
  isByTenant: boolean
}

const of = (kind: AccountInfo['kind'], name: string, path: string, isByTenant = false): AccountInfo => ({
  kind,
  name,
  path,
  isByTenant,
})

export const accounts: Record<JournalAccount, AccountInfo> = {
  receivable: of('asset', 'Accounts receivable', 'Assets:Receivable', true),
  cash: of('asset', 'Cash', 'Assets:Cash'),
  guest_receivable: of('asset', 'Due from guests and channels', 'Assets:Guests'),
  tenant_credit: of('liability', 'Tenant credit', 'Liabilities:Credit', true),
  allowance: of('liability', 'Allowances to tenants', 'Liabilities:Allowances', true),
  prepaid: of('liability', 'Prepaid rent', 'Liabilities:Prepaid', true),
  deposits_held: of('liability', 'Security deposits held', 'Liabilities:Deposits', true),
  deposits_due: of('liability', 'Security deposits not received', 'Liabilities:DepositsDue', true),
  lodging_tax_payable: of('liability', 'Lodging taxes payable', 'Liabilities:LodgingTaxes'),
  accounts_payable: of('liability', 'Accounts payable', 'Liabilities:AccountsPayable'),
  rent_income: of('income', 'Rent income', 'Income:Rent'),
  late_fee_income: of('income', 'Late fee income', 'Income:LateFees'),
  maintenance_income: of('income', 'Maintenance income', 'Income:Maintenance'),
  other_income: of('income', 'Other income', 'Income:Other'),
  stay_income: of('income', 'Short stays', 'Income:Stays'),
  stay_fee_income: of('income', 'Cleaning and other fees of stays', 'Income:StayFees'),
  concessions: of('expense', 'Concessions', 'Expenses:Concessions'),
  bad_debt: of('expense', 'Bad debt', 'Expenses:BadDebt'),
  platform_fees: of('expense', 'Platform fees', 'Expenses:PlatformFees'),
  turnover_costs: of('expense', 'Cleaning and turnover', 'Expenses:Turnover'),
}

/** Takes up what was earned and lost before the first day of an export. */
export const openingAccount = { name: 'Opening balance equity', path: 'Equity:OpeningBalances' } as const

/** Income and expenses start at zero in an export; other accounts start with their balance. */
export const isBalanceSheet = (account: JournalAccount): boolean =>
  accounts[account].kind === 'asset' || accounts[account].kind === 'liability'
