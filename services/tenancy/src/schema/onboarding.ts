import type { OnboardingPlan } from '@keyhold/contracts/tenancy/onboarding'
import { instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { integer, jsonb, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** A landlord's onboarding; without a row the defaults hold. Read and written as a whole. */
export const onboardingPlan = schema.table('onboarding_plan', {
  landlordId: uuid('landlord_id').primaryKey(),
  steps: jsonb('steps').$type<OnboardingPlan['steps']>().notNull(),
  achievements: jsonb('achievements').$type<OnboardingPlan['achievements']>().notNull(),
  pointsPerLevel: integer('points_per_level').notNull(),
  streakDays: integer('streak_days').notNull(),
  updatedAt: updatedAt(),
})

/** A step that a tenant has completed, with the points it was worth then. Its key lets it be earned once. */
export const onboardingCompletion = schema.table(
  'onboarding_completion',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    stepId: uuidRef('step_id').notNull(),
    points: integer('points').notNull(),
    completedAt: instant('completed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.tenantId, t.stepId] })],
)

export type PlanRow = typeof onboardingPlan.$inferSelect
export type CompletionRow = typeof onboardingCompletion.$inferSelect
