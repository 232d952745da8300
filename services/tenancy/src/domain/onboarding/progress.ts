import {
  type achievementTypes,
  defaultReward,
  type GamePoints,
  type OnboardingPlan,
  type OnboardingProgress,
  type OnboardingTask,
  type TaskType,
} from '@keyhold/contracts/tenancy/onboarding'
import { daysBetween } from '@keyhold/kit/lib/dates'

// Everything a tenant sees is derived from the plan, the completed steps and the tenant's record.

export interface Completion {
  stepId: string
  points: number
  /** At the property. */
  day: string
}

/** What a tenant's record shows, for the steps that it can judge. */
export interface Facts {
  phone: string | null
  emergencyContactName: string | null
  emergencyContactPhone: string | null
  hasInsurance: boolean
}

/** Days on which steps were completed, in a row, for the achievement. */
const rollingDays = 3

const activeSteps = ({ steps }: OnboardingPlan) => steps.filter(({ isActive }) => isActive)
const idsOf = (completions: readonly Completion[]) => new Set(completions.map(({ stepId }) => stepId))

export function progressOf(plan: OnboardingPlan, completions: readonly Completion[]): OnboardingProgress {
  const steps = activeSteps(plan)
  const done = idsOf(completions)
  const completedSteps = steps.flatMap(({ id }, index) => (done.has(id) ? [index + 1] : []))
  const next = steps.findIndex(({ id, isRequired }) => isRequired && !done.has(id))
  return {
    currentStep: next === -1 ? steps.length : next + 1,
    completedSteps,
    totalSteps: steps.length,
    completionPercentage: Math.round((completedSteps.length / steps.length) * 100),
    isCompleted: next === -1,
  }
}

export function tasksOf(plan: OnboardingPlan, completions: readonly Completion[], facts: Facts): OnboardingTask[] {
  const done = idsOf(completions)
  return activeSteps(plan).map(({ isActive: _, ...step }, index) => ({
    ...step,
    stepNumber: index + 1,
    isCompleted: done.has(step.id),
    missing: done.has(step.id) ? null : missingFor(step.taskType, facts),
  }))
}

/** What the record lacks for a task; null where it lacks nothing, or cannot show it. */
export function missingFor(taskType: TaskType, facts: Facts): string | null {
  switch (taskType) {
    case 'profile':
      return facts.phone ? null : 'Add your phone number first.'
    case 'emergency_contact':
      return facts.emergencyContactName && facts.emergencyContactPhone
        ? null
        : 'Add the name and phone number of your emergency contact first.'
    case 'insurance':
      return facts.hasInsurance ? null : 'Add your renters insurance first.'
    case 'documents':
    case 'payments':
    case 'maintenance':
    case 'custom':
      return null
  }
}

export function pointsOf(plan: OnboardingPlan, completions: readonly Completion[], today: string): GamePoints {
  const unlocked = unlockedBy(plan, completions)
  const achievements = plan.achievements
    .filter(({ isActive }) => isActive)
    .map(({ isActive: _, ...achievement }) => ({ ...achievement, isUnlocked: unlocked[achievement.type] }))
  const earned = completions.reduce((sum, { points }) => sum + points, 0)
  const awarded = achievements.reduce((sum, one) => sum + (one.isUnlocked ? one.pointsAwarded : 0), 0)
  const totalPoints = earned + awarded
  const { pointsPerLevel } = plan
  return {
    totalPoints,
    currentLevel: Math.floor(totalPoints / pointsPerLevel) + 1,
    pointsToNextLevel: pointsPerLevel - (totalPoints % pointsPerLevel),
    streak: streakOf(completions, plan.streakDays, today),
    achievements,
  }
}

function unlockedBy(
  plan: OnboardingPlan,
  completions: readonly Completion[],
): Record<(typeof achievementTypes)[number], boolean> {
  const { completedSteps, totalSteps, isCompleted } = progressOf(plan, completions)
  const count = completedSteps.length
  const isAny = completions.length > 0
  return {
    first_step: isAny,
    halfway: isAny && count * 2 >= totalSteps,
    all_required: isAny && isCompleted,
    everything: count === totalSteps,
    streak: runsOf(completions, plan.streakDays).some(({ length }) => length >= rollingDays),
  }
}

/** Days with a completed step, in runs whose days are at most `gap` apart; the latest run last. */
function runsOf(completions: readonly Completion[], gap: number): string[][] {
  const days = [...new Set(completions.map(({ day }) => day))].toSorted()
  const runs: string[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && daysBetween(last, day) <= gap) run.push(day)
    else runs.push([day])
  }
  return runs
}

/** The length of the latest run, 0 once it is over. */
export function streakOf(completions: readonly Completion[], gap: number, today: string): number {
  const run = runsOf(completions, gap).at(-1)
  const last = run?.at(-1)
  return run && last && daysBetween(last, today) <= gap ? run.length : 0
}

/** What a step earns now. */
export const rewardOf = (plan: OnboardingPlan, stepId: string): number =>
  plan.steps.find(({ id }) => id === stepId)?.pointsReward ?? defaultReward
