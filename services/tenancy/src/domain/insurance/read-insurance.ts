import type { RentersInsurance } from '@keyhold/contracts/tenancy/insurance'
import type { Database } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { judgeInsurance } from './judge-insurance.ts'

type Policy = NonNullable<RentersInsurance['policy']>
interface Home {
  timeZone: string | null
  isRequired: boolean | null
  minimumCoverage: number | null
}

/** A tenant's insurance, and what their landlord requires for the home they live in. @throws Refusal 404 */
export async function readInsurance(
  db: Database,
  actor: Actor,
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
  now: Date,
): Promise<RentersInsurance> {
  const [[home], [policy = null]] = await db.read(
    actor,
    (read) =>
      [
        read<Home[]>`
          select t.time_zone, r.is_required and t.is_active as is_required, r.minimum_coverage from tenant_record t
          left join insurance_requirement r on r.landlord_id = t.landlord_id and r.property_id = t.property_id
          where t.landlord_id = ${landlordId} and t.id = ${tenantId} and t.archived_at is null`,
        read<Policy[]>`
          select insurer, policy_number, coverage, effective_date, expiry_date, document_id, updated_at from renters_insurance
          where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
      ] as const,
  )
  if (!home) notFound('Tenant')
  const { timeZone, isRequired, minimumCoverage } = home
  return judgeInsurance({ policy, isRequired: isRequired ?? false, minimumCoverage, today: dateAt(now, timeZone) })
}
