import type { Tx } from '@keyhold/kit/database/database'
import { toDollars } from '@keyhold/kit/lib/money'
import { lte, sql } from 'drizzle-orm'
import type { ProviderInvoice, ProviderState } from '../providers/provider.ts'
import { invoices } from '../schema.ts'

/** Whether its first payment was never made: who only looked at the form owes nothing, so its invoice is not theirs. */
export const isUnbought = ({ status }: Pick<ProviderState, 'status'>): boolean =>
  status === 'incomplete' || status === 'abandoned'

export function invoicesOf(state: ProviderState): ProviderInvoice[] {
  if (isUnbought(state)) return []
  return state.latestInvoice ? [state.latestInvoice, ...state.otherInvoices] : state.otherInvoices
}

/** Stores invoices as the provider answered them, except where the answer to a later query is stored already. Drafts are left out. */
export async function upsertInvoices(
  tx: Tx,
  { landlordId, ticket, answered }: { landlordId: string; ticket: number; answered: ProviderInvoice[] },
): Promise<void> {
  const rows = answered.flatMap(
    ({ id: providerId, status, clientSecret: _secret, amountDue, amountPaid, creditApplied, creditAdded, ...rest }) =>
      status === 'draft'
        ? []
        : [
            {
              ...rest,
              landlordId,
              providerId,
              status,
              ticket,
              amountDue: toDollars(amountDue),
              amountPaid: toDollars(amountPaid),
              creditApplied: toDollars(creditApplied),
              creditAdded: toDollars(creditAdded),
            },
          ],
  )
  if (rows.length === 0) return
  await tx
    .insert(invoices)
    .values(rows)
    .onConflictDoUpdate({
      target: [invoices.landlordId, invoices.providerId],
      set: {
        number: sql`excluded.number`,
        status: sql`excluded.status`,
        description: sql`excluded.description`,
        amountDue: sql`excluded.amount_due`,
        amountPaid: sql`excluded.amount_paid`,
        creditApplied: sql`excluded.credit_applied`,
        creditAdded: sql`excluded.credit_added`,
        periodStart: sql`excluded.period_start`,
        periodEnd: sql`excluded.period_end`,
        hostedUrl: sql`excluded.hosted_url`,
        pdfUrl: sql`excluded.pdf_url`,
        ticket: sql`excluded.ticket`,
      },
      setWhere: lte(invoices.ticket, ticket),
    })
}
