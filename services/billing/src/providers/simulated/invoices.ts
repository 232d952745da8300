import type { ProviderInvoice } from '../provider.ts'

export type TestInvoice = Omit<
  ProviderInvoice,
  'clientSecret' | 'hostedUrl' | 'pdfUrl' | 'creditApplied' | 'creditAdded'
> & {
  clientSecret: string
  /** Absent in records older than these fields. */
  creditApplied?: number
  creditAdded?: number
}

interface Billed {
  subscriptionId: string
  /** Cents for later invoices. */
  credit: number
  invoices: TestInvoice[]
}

interface Bill extends Pick<TestInvoice, 'description' | 'periodStart' | 'periodEnd'> {
  /** Before credit; below zero it becomes credit. */
  total: number
}

export const toInvoice = (invoice: TestInvoice): ProviderInvoice => ({
  creditApplied: 0,
  creditAdded: 0,
  ...invoice,
  clientSecret: invoice.status === 'open' ? invoice.clientSecret : null,
  hostedUrl: null,
  pdfUrl: null,
})

/** What is due of a total after credit, and the credit that is left then. */
export function applyCredit(total: number, credit: number) {
  const creditApplied = Math.min(credit, Math.max(0, total))
  const creditAdded = Math.max(0, -total)
  return {
    creditApplied,
    creditAdded,
    amountDue: Math.max(0, total) - creditApplied,
    credit: credit - creditApplied + creditAdded,
  }
}

/** Adds an invoice, as the last one: open, or paid where credit leaves nothing to pay. */
export function addInvoice<T extends Billed>(account: T, { total, ...bill }: Bill, at: string): T {
  const number = account.invoices.length + 1
  const id = `${account.subscriptionId.replace(/^sub_/, 'in_')}_${number}`
  const { credit, ...amounts } = applyCredit(total, account.credit)
  const invoice: TestInvoice = {
    id,
    number: `TEST-${account.subscriptionId.slice(-8).toUpperCase()}-${String(number).padStart(4, '0')}`,
    status: amounts.amountDue === 0 ? 'paid' : 'open',
    ...bill,
    ...amounts,
    amountPaid: 0,
    createdAt: at,
    clientSecret: `${id}_secret`,
  }
  return { ...account, credit, invoices: [...account.invoices, invoice] }
}

export const replaceInvoice = <T extends Billed>(account: T, invoice: TestInvoice): T => ({
  ...account,
  invoices: account.invoices.map((one) => (one.id === invoice.id ? invoice : one)),
})

export const markPaid = (invoice: TestInvoice): TestInvoice => ({
  ...invoice,
  status: 'paid',
  amountPaid: invoice.amountDue,
})

/** Credit that open invoices would use, once they are paid. */
export const heldCredit = ({ invoices }: Billed): number =>
  invoices.reduce((sum, { status, creditApplied = 0 }) => sum + (status === 'open' ? creditApplied : 0), 0)

/** Open invoices can no longer be paid, and the credit that they held is free again. */
export const voidOpenInvoices = <T extends Billed>(account: T): T => ({
  ...account,
  credit: account.credit + heldCredit(account),
  invoices: account.invoices.map((one) => (one.status === 'open' ? { ...one, status: 'void' as const } : one)),
})
