import * as routes from './onboarding.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { flag, id, instant, line, optional, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'

/** What a step is about: the page leads the tenant there, and where the records can show it, the server judges whether it is done. */
export const taskTypes = [
  'profile',
  'emergency_contact',
  'documents',
  'payments',
  'maintenance',
  'insurance',
  'custom',
] as const

/** Task types that are done when the tenant's record shows it; the others when the tenant says so. */
export const judgedTaskTypes = ['profile', 'emergency_contact', 'insurance'] as const satisfies readonly TaskType[]

export type TaskType = (typeof taskTypes)[number]

/** Defaults of the specification. */
export const defaultReward = 50
export const defaultPointsPerLevel = 100

export const OnboardingProgress = z
  .object({
    /** Steps with a higher number are locked: the first required step that is not done, or the last step. */
    currentStep: z.int(),
    completedSteps: z.array(z.int()),
    totalSteps: z.int(),
    /** 0 to 100, of all steps. */
    completionPercentage: z.int(),
    /** Every required step is done. */
    isCompleted: z.boolean(),
  })
  .meta({ id: 'OnboardingProgress' })
export type OnboardingProgress = z.output<typeof OnboardingProgress>

export const OnboardingTask = z
  .object({
    id,
    taskType: z.enum(taskTypes),
    title: z.string(),
    description: z.string(),
    stepNumber: z.int(),
    isRequired: z.boolean(),
    isCompleted: z.boolean(),
    pointsReward: z.int(),
    /** What the tenant has to do before the step can be completed; null: it can be. */
    missing: z.string().nullable(),
  })
  .meta({ id: 'OnboardingTask' })
export type OnboardingTask = z.output<typeof OnboardingTask>

export const achievementTypes = ['first_step', 'halfway', 'all_required', 'everything', 'streak'] as const

export const Achievement = z
  .object({
    type: z.enum(achievementTypes),
    title: z.string(),
    description: z.string(),
    icon: z.string(),
    badgeColor: z.string(),
    pointsAwarded: z.int(),
    isUnlocked: z.boolean(),
  })
  .meta({ id: 'Achievement' })

/** Derived from the completed steps; points of unlocked achievements are included. */
export const GamePoints = z
  .object({
    totalPoints: z.int(),
    currentLevel: z.int(),
    pointsToNextLevel: z.int(),
    /** Days in a row with a completed step, up to today. */
    streak: z.int(),
    achievements: z.array(Achievement),
  })
  .meta({ id: 'GamePoints' })
export type GamePoints = z.output<typeof GamePoints>

export const onboardingProgress = endpoint(routes.onboardingProgress, {
  response: OnboardingProgress,
  summary: "The tenant's progress through the onboarding",
})

export const gamePoints = endpoint(routes.gamePoints, {
  response: GamePoints,
  summary: "The tenant's points, level, streak and achievements",
})

export const onboardingTasks = endpoint(routes.onboardingTasks, {
  response: z.array(OnboardingTask),
  // At most `maxSteps`.
  summary: 'The steps of the onboarding, in order',
})

/** Completing a completed step changes nothing. 409 for a locked step, a step whose task is not done, or a number that the task no longer has. */
export const completeStep = endpoint(routes.completeStep, {
  body: z.object({ stepNumber: whole(1, 100, 'Choose a step'), taskId: id }),
  response: OnboardingProgress.extend({ pointsEarned: z.int() }),
  summary: 'Complete a step, which earns its points once',
})

const points = whole(0, 1000, 'Enter points from 0 to 1000')

/** The most steps that a plan has. */
export const maxSteps = 20

const PlanStep = z.object({
  id,
  taskType: z.enum(taskTypes),
  title: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  pointsReward: z.int(),
  /** Off: tenants do not see it; points already earned by it stay. */
  isActive: z.boolean(),
})

const PlanAchievement = Achievement.omit({ isUnlocked: true }).extend({ isActive: z.boolean() })

/** Steps and rewards as a landlord's tenants get them. */
export const OnboardingPlan = z
  .object({
    steps: z.array(PlanStep),
    achievements: z.array(PlanAchievement),
    pointsPerLevel: z.int(),
    /** Days that may pass between two steps without ending a streak. */
    streakDays: z.int(),
    /** Null: nothing was changed yet, and the defaults hold. */
    updatedAt: instant.nullable(),
  })
  .meta({ id: 'OnboardingPlan' })
export type OnboardingPlan = z.output<typeof OnboardingPlan>

const StepForm = z.object({
  /** Absent: a new step. */
  id: id.optional(),
  taskType: z.enum(taskTypes).default('custom'),
  title: line(80, 'Title is required'),
  description: prose(400, 'Description is required'),
  isRequired: flag.default(true),
  pointsReward: points.default(defaultReward),
  isActive: flag.default(true),
})

const AchievementForm = z.object({
  type: z.enum(achievementTypes),
  title: line(60, 'Title is required'),
  description: line(200, 'Description is required'),
  pointsAwarded: points,
  isActive: flag.default(true),
})

export const OnboardingPlanForm = z.object({
  /** In the order in which tenants get them. Steps left out are removed. */
  steps: z
    .array(StepForm)
    .min(1, 'Keep at least one step')
    .max(maxSteps, `At most ${maxSteps} steps`)
    .refine((steps) => steps.some(({ isActive }) => isActive), 'Keep at least one step switched on'),
  /** Those left out keep what they have. */
  achievements: z.array(AchievementForm).max(achievementTypes.length).default([]),
  pointsPerLevel: whole(10, 10_000, 'Enter points from 10 to 10,000').default(defaultPointsPerLevel),
  streakDays: whole(1, 30, 'Enter days from 1 to 30').default(1),
  /** The `updatedAt` that the form was filled from: 409 where somebody has saved since. */
  basedOn: optional(instant),
})

export const getOnboardingPlan = endpoint(routes.getOnboardingPlan, {
  response: OnboardingPlan,
  summary: "The steps, points and achievements of the landlord's tenants",
})

export const saveOnboardingPlan = endpoint(routes.saveOnboardingPlan, {
  body: OnboardingPlanForm,
  response: OnboardingPlan,
  summary: 'Change the onboarding; points that tenants earned by steps stay',
})

export const tenantOnboarding = endpoint(routes.tenantOnboarding, {
  response: z.object({ progress: OnboardingProgress, points: GamePoints, tasks: z.array(OnboardingTask) }),
  summary: "A tenant's progress, for the landlord",
})

export const StepCompleted = event({
  type: 'tenancy.onboarding.step-completed',
  version: 1,
  subject: 'tenantId',
  data: z.object({ tenantId: id, landlordId: id, stepId: id }),
})
