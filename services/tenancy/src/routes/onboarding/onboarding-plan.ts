import {
  getOnboardingPlan,
  type OnboardingPlan,
  type OnboardingPlanForm,
  saveOnboardingPlan,
} from '@keyhold/contracts/tenancy/onboarding'
import type { z } from '@keyhold/contracts/zod'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { planOf, selectPlan } from '../../domain/onboarding/read-onboarding.ts'
import { onboardingPlan } from '../../schema/onboarding.ts'

export const onboardingPlanRoutes = () => [
  serve(getOnboardingPlan, async ({ actor, db }) => {
    const [row] = await db.read(actor, (read) => selectPlan(read, actor.landlordId))
    return planOf(row)
  }),

  serve(saveOnboardingPlan, async ({ actor, body: { basedOn, ...form }, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    return db.transaction(actor, async (tx) => {
      // There may be no row to lock yet.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`onboarding plan ${landlordId}`}, 0))`)
      const [row] = await tx.select().from(onboardingPlan).where(eq(onboardingPlan.landlordId, landlordId))
      const before = planOf(row)
      if (basedOn !== undefined && basedOn !== before.updatedAt)
        refuse('conflict', 'The onboarding was changed elsewhere in the meantime. Reload the page to see it.')
      const fields = { ...planFrom(form, before), updatedAt: now }
      await tx
        .insert(onboardingPlan)
        .values({ landlordId, ...fields })
        .onConflictDoUpdate({ target: onboardingPlan.landlordId, set: fields })
      return fields
    })
  }),
]

function planFrom(
  { steps, achievements, pointsPerLevel, streakDays }: Omit<z.output<typeof OnboardingPlanForm>, 'basedOn'>,
  before: OnboardingPlan,
): Omit<OnboardingPlan, 'updatedAt'> {
  const known = new Set(before.steps.map(({ id }) => id))
  const used = new Set<string>()
  const idOf = (given: string | undefined) => {
    if (given === undefined) return v7()
    if (!known.has(given) || used.has(given))
      refuse('conflict', 'The steps were changed elsewhere in the meantime. Reload the page to see them.')
    used.add(given)
    return given
  }
  return {
    steps: steps.map(({ id, ...step }) => ({ id: idOf(id), ...step })),
    achievements: before.achievements.map((one) => ({ ...one, ...achievements.find(({ type }) => type === one.type) })),
    pointsPerLevel,
    streakDays,
  }
}
