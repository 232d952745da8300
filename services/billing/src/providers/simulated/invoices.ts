import type { ProviderInvoice } from '../provider.ts'

export type TestInvoice = Omit<ProviderInvoice, 'clientSecret' | 'hostedUrl' | 'pdfUrl'> & { clientSecret: string }

interface Billed {
  subscriptionId: string
  invoices: TestInvoice[]
}

export const toInvoice = (invoice: TestInvoice): ProviderInvoice => ({
  ...invoice,
  clientSecret: invoice.status === 'open' ? invoice.clientSecret : null,
  hostedUrl: null,
  pdfUrl: null,
})

/** Adds an open invoice, as the last one. */
export function addInvoice<T extends Billed>(
  account: T,
  bill: Pick<TestInvoice, 'description' | 'amountDue' | 'periodStart' | 'periodEnd'>,
  at: string,
): T {
  const number = account.invoices.length + 1
  const id = `${account.subscriptionId.replace(/^sub_/, 'in_')}_${number}`
  const invoice: TestInvoice = {
    id,
    number: `TEST-${account.subscriptionId.slice(-8).toUpperCase()}-${String(number).padStart(4, '0')}`,
    status: 'open',
    ...bill,
    amountPaid: 0,
    createdAt: at,
    clientSecret: `${id}_secret`,
  }
  return { ...account, invoices: [...account.invoices, invoice] }
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

export const voidOpenInvoices = <T extends Billed>(account: T): T => ({
  ...account,
  invoices: account.invoices.map((one) => (one.status === 'open' ? { ...one, status: 'void' as const } : one)),
})
