import type { PaymentForm } from '@keyhold/contracts/payments/payments'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { dayText } from '../explain/format.ts'
import { namesOf } from './accounts.ts'
import { isNotCancelled } from './charge-balance.ts'

/** @throws Refusal 409 if a charge of this type is due on this day already; of rent, in this calendar month */
export async function assertFirst(
  tx: Tx,
  {
    landlordId,
    tenantId,
    paymentType,
    dueDate,
  }: Pick<z.output<typeof PaymentForm>, 'tenantId' | 'paymentType' | 'dueDate'> & { landlordId: string },
): Promise<void> {
  const period =
    paymentType === 'rent'
      ? sql`c.due_date >= date_trunc('month', ${dueDate}::date)::date and c.due_date < (date_trunc('month', ${dueDate}::date) + interval '1 month')::date`
      : sql`c.due_date = ${dueDate}::date`
  const [other] = await tx.execute<{ amount: number; open: number; dueDate: string; names: string }>(sql`
    select c.amount, c.open, c.due_date::text as "dueDate", ${namesOf(sql, { landlord: sql`c.landlord_id`, account: sql`c.tenant_id` })} as names from charge c
    where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.type = ${paymentType} and ${period} and ${isNotCancelled(sql)}
    order by c.due_date <> ${dueDate}::date, c.due_date, c.id limit 1`)
  if (!other) return
  const [amount, open] = [other.amount, other.open].map((dollars) => moneyText(toCents(dollars)))
  refuse(
    'confirmation-needed',
    `The account of ${other.names} already has a charge of this type due ${dayText(other.dueDate)}: ${amount}, with ${open} open. Record the payment on it, or confirm that you want a second charge.`,
  )
}
