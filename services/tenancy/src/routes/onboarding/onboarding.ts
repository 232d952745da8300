import {
  completeStep,
  gamePoints,
  onboardingProgress,
  onboardingTasks,
  StepCompleted,
  tenantOnboarding,
} from '@keyhold/contracts/tenancy/onboarding'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import { type Onboarding, readOnboarding } from '../../domain/onboarding/read-onboarding.ts'
import { ownTenant } from '../../domain/own-tenant.ts'
import { pointsOf, progressOf, rewardOf, tasksOf } from '../../domain/onboarding/progress.ts'
import { onboardingCompletion } from '../../schema/onboarding.ts'

export const onboardingRoutes = () => [
  serve(onboardingProgress, async ({ actor, db, clock }) => {
    const { plan, completions } = await readOnboarding(db, actor, ownTenant(actor), clock.now())
    return progressOf(plan, completions)
  }),

  serve(gamePoints, async ({ actor, db, clock }) => {
    const { plan, completions, today } = await readOnboarding(db, actor, ownTenant(actor), clock.now())
    return pointsOf(plan, completions, today)
  }),

  serve(onboardingTasks, async ({ actor, db, clock }) => {
    const { plan, completions, facts } = await readOnboarding(db, actor, ownTenant(actor), clock.now())
    return tasksOf(plan, completions, facts)
  }),

  serve(completeStep, async ({ actor, body: { stepNumber, taskId }, db, clock }) => {
    const { landlordId, tenantId } = ownTenant(actor)
    const now = clock.now()
    const before = await readOnboarding(db, actor, { landlordId, tenantId }, now)
    assertCanComplete(before, { stepNumber, taskId })
    const points = rewardOf(before.plan, taskId)
    // Two at once: the key of the table lets one of them add the row, and that one has earned the points.
    const isNew = await db.transaction(actor, async (tx) => {
      const added = await tx
        .insert(onboardingCompletion)
        .values({ landlordId, tenantId, stepId: taskId, points, completedAt: now.toISOString() })
        .onConflictDoNothing()
        .returning()
      if (added.length > 0) await emit(tx, StepCompleted, { tenantId, landlordId, stepId: taskId })
      return added.length > 0
    })
    const after = await readOnboarding(db, actor, { landlordId, tenantId }, now)
    return { ...progressOf(after.plan, after.completions), pointsEarned: isNew ? points : 0 }
  }),

  serve(tenantOnboarding, async ({ actor, params, db, clock }) => {
    const which = { landlordId: actor.landlordId, tenantId: params.id }
    const { plan, completions, facts, today } = await readOnboarding(db, actor, which, clock.now())
    return {
      progress: progressOf(plan, completions),
      points: pointsOf(plan, completions, today),
      tasks: tasksOf(plan, completions, facts),
    }
  }),
]

/** @throws Refusal 404, 409 */
function assertCanComplete(
  { plan, completions, facts }: Onboarding,
  { stepNumber, taskId }: { stepNumber: number; taskId: string },
): void {
  const task = tasksOf(plan, completions, facts).find(({ id }) => id === taskId)
  if (!task) refuse('not-found', 'This step is not part of your onboarding any more.')
  if (task.isCompleted) return
  if (task.stepNumber !== stepNumber) refuse('conflict', 'The steps have changed. Please reload the page.')
  if (task.stepNumber > progressOf(plan, completions).currentStep)
    refuse('illegal-transition', 'This step is locked. Complete the steps before it first.')
  if (task.missing !== null) refuse('conflict', task.missing)
}
