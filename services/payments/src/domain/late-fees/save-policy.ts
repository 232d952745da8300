import { feeBounds, type LateFeePolicyForm } from '@keyhold/contracts/payments/late-fee-policies'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { and, eq, sql } from 'drizzle-orm'
import { lateFeePolicy } from '../../schema/late-fees.ts'
import { percentText } from '../explain/format.ts'

type Form = z.output<typeof LateFeePolicyForm>
type Stored = typeof lateFeePolicy.$inferSelect

/** Creates or changes the policy of a scope. Saving it unchanged does not increment its version. @throws Refusal 409 for unconfirmed amounts */
export async function savePolicy(
  tx: Tx,
  form: Form,
  { landlordId, now }: { landlordId: string; now: string },
): Promise<void> {
  const { scope, isEnabled, graceDays, kind, amount, frequency, minimumBalance, cap = null } = form
  const { propertyId = null, tenancyId = null, returnedPaymentFee = null } = form
  const here = sql`landlord_id = ${landlordId} and scope = ${scope} and property_id is not distinct from ${propertyId}::uuid and tenancy_id is not distinct from ${tenancyId}::uuid`
  const { today, smallestRent } = await readRentsOf(tx, { landlordId, propertyId, tenancyId, now })
  const find = async () => (await tx.select().from(lateFeePolicy).where(here).for('update'))[0]
  const stored = await find()
  if (!form.isConfirmed && isEnabled && !hasSameAmounts(form, stored)) refuseLargeFees(form, smallestRent)
  const appliesFrom = appliesFromOf(form, stored, today)
  const terms = { isEnabled, graceDays, kind, amount, frequency, cap, minimumBalance, appliesFrom, returnedPaymentFee }
  const created = { landlordId, scope, propertyId, tenancyId, ...terms, createdAt: now, updatedAt: now }
  if (!stored && (await tx.insert(lateFeePolicy).values(created).onConflictDoNothing().returning()).length > 0) return
  // A concurrent request may have created it.
  const current = stored ?? (await find())
  if (current && Object.entries(terms).some(([name, value]) => current[name as keyof Stored] !== value))
    await tx
      .update(lateFeePolicy)
      .set({ ...terms, version: current.version + 1, updatedAt: now })
      .where(and(eq(lateFeePolicy.landlordId, landlordId), eq(lateFeePolicy.id, current.id)))
}

/** The day from which charges are judged. One that stops late fees holds at once; one that starts them holds from today. */
function appliesFromOf({ isEnabled, includesOverdue, appliesFrom }: Form, stored: Stored | undefined, today: string) {
  if (!isEnabled || includesOverdue) return null
  return appliesFrom ?? (stored?.isEnabled ? stored.appliesFrom : today)
}

const hasSameAmounts = (form: Form, stored: Stored | undefined) =>
  stored?.isEnabled === true &&
  stored.kind === form.kind &&
  stored.amount === form.amount &&
  stored.frequency === form.frequency &&
  stored.cap === (form.cap ?? null) &&
  stored.returnedPaymentFee === (form.returnedPaymentFee ?? null)

function refuseLargeFees({ kind, amount, frequency, cap, returnedPaymentFee }: Form, smallestRent: number | null) {
  const ask = (what: string) =>
    refuse('confirmation-needed', `${what} Many places allow less. Confirm that this is what you want.`)
  if (kind === 'percent' && amount > feeBounds.percent)
    ask(`${percentText(toCents(amount))} is more than ${feeBounds.percent}% of the open balance.`)
  // A daily fee grows up to its cap.
  const most = frequency === 'daily' ? (cap ?? amount) : kind === 'flat' ? amount : 0
  if (smallestRent !== null && most > smallestRent * feeBounds.shareOfRent)
    ask(`${dollars(most)} is more than a quarter of the smallest rent, ${dollars(smallestRent)}.`)
  if (returnedPaymentFee && returnedPaymentFee > feeBounds.returnedPayment)
    ask(`${dollars(returnedPaymentFee)} for a returned payment is more than ${dollars(feeBounds.returnedPayment)}.`)
}

const dollars = (amount: number) => moneyText(toCents(amount))

/** Today where the policy holds, and the smallest rent in force there; null: no rent. */
async function readRentsOf(
  tx: Tx,
  {
    landlordId,
    propertyId,
    tenancyId,
    now,
  }: { landlordId: string; propertyId: string | null; tenancyId: string | null; now: string },
): Promise<{ today: string; smallestRent: number | null }> {
  const [row] = await tx.execute<{ today: string; smallestRent: number | null }>(sql`
    with d as (select (${now}::timestamptz at time zone coalesce((select p.time_zone from property p where p.landlord_id = ${landlordId} and p.property_id =
      coalesce(${propertyId}::uuid, (select y.property_id from tenancy y where y.landlord_id = ${landlordId} and y.tenancy_id = ${tenancyId}::uuid))),
      ${defaultTimeZone}::text))::date as today)
    select d.today, (
      select min(s.amount) from tenancy y cross join lateral (
        select (e ->> 'amount')::numeric as amount from jsonb_array_elements(y.steps) e where (e ->> 'startsOn')::date <= d.today
        order by e ->> 'startsOn' desc limit 1) s
      where y.landlord_id = ${landlordId} and not y.is_void and (y.moved_out_on is null or y.moved_out_on > d.today)
        ${propertyId ? sql`and y.property_id = ${propertyId}` : sql``} ${tenancyId ? sql`and y.tenancy_id = ${tenancyId}` : sql``}) as "smallestRent"
    from d`)
  return row ?? { today: now.slice(0, 10), smallestRent: null }
}
