import { lateFeeTerms } from '@keyhold/contracts/payments/late-fee-terms'
import type { LateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { serve } from '@keyhold/kit/http/serve'
import { policyFor } from '../../domain/late-fees/policies.ts'

type Terms = Pick<LateFeePolicy, 'isEnabled' | 'graceDays' | 'kind' | 'amount' | 'frequency' | 'cap'>

export const lateFeeTermsRoutes = [
  serve(lateFeeTerms, async ({ actor, params, db, clock }) => {
    const landlordId = scopeOf(actor).landlordId || null
    // The zone of the property would change the answer only on the day a policy begins.
    const today = dateAt(clock.now(), null)
    const [row] = await db.read(
      actor,
      (sql) => sql<Terms[]>`
        select o.is_enabled, o.grace_days, o.kind, o.amount, o.frequency, o.cap
        from (select t.landlord_id, t.tenant_id, t.tenancy_id, t.property_id from tenant t
          where t.landlord_id = ${landlordId} and t.tenant_id = ${params.id}) c
        cross join lateral (${policyFor(sql, sql`${today}::date`)}) o`,
    )
    return { policy: row ?? null }
  }),
]
