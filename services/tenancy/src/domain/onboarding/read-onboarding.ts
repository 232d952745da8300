import type { OnboardingPlan } from '@keyhold/contracts/tenancy/onboarding'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { CompletionRow, PlanRow } from '../../schema/onboarding.ts'
import { defaultPlan } from './default-plan.ts'
import type { Completion, Facts } from './progress.ts'

export interface Onboarding {
  plan: OnboardingPlan
  completions: Completion[]
  facts: Facts
  /** At the property. */
  today: string
}

type Person = Omit<Facts, 'hasInsurance'> & { timeZone: string | null; hasInsurance: boolean }

/** Everything about a tenant's onboarding. @throws Refusal 404 */
export async function readOnboarding(
  db: Database,
  actor: Actor,
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
  now: Date,
): Promise<Onboarding> {
  const [[person], [row], completions] = await db.read(
    actor,
    (read) =>
      [
        read<Person[]>`
          select t.phone, t.emergency_contact_name, t.emergency_contact_phone, t.time_zone,
            exists (select from renters_insurance i where i.landlord_id = t.landlord_id and i.tenant_id = t.id) as has_insurance
          from tenant_record t where t.landlord_id = ${landlordId} and t.id = ${tenantId} and t.archived_at is null`,
        selectPlan(read, landlordId),
        read<CompletionRow[]>`
          select * from onboarding_completion where landlord_id = ${landlordId} and tenant_id = ${tenantId} order by completed_at, step_id`,
      ] as const,
  )
  if (!person) notFound('Tenant')
  const { timeZone, ...facts } = person
  return {
    plan: planOf(row),
    facts,
    completions: completions.map(({ stepId, points, completedAt }) => ({
      stepId,
      points,
      day: dateAt(completedAt, timeZone),
    })),
    today: dateAt(now, timeZone),
  }
}

export const selectPlan = (read: ReadSql, landlordId: string) =>
  read<PlanRow[]>`select * from onboarding_plan where landlord_id = ${landlordId}`

/** A landlord's plan, or the defaults. */
export function planOf(row: PlanRow | undefined): OnboardingPlan {
  if (!row) return defaultPlan
  const { landlordId: _, ...plan } = row
  return plan
}
