import {
  completeStep,
  gamePoints,
  getOnboardingPlan,
  onboardingProgress,
  onboardingTasks,
  type OnboardingPlan,
  saveOnboardingPlan,
  StepCompleted,
  tenantOnboarding,
} from '@keyhold/contracts/tenancy/onboarding'
import { savePersonalDetails } from '@keyhold/contracts/tenancy/tenant-profile'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleOf } from '../../testing/people.ts'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

async function someone(landlord: LandlordActor = actors.landlord(), body: Record<string, unknown> = {}) {
  const { id } = await people.add(landlord, body)
  return { landlord, id, tenant: actors.tenantOf(landlord, id) }
}

const tasksOf = async (tenant: TenantActor) => (await app.send(onboardingTasks, tenant)).body
const progressOf = async (tenant: TenantActor) => (await app.send(onboardingProgress, tenant)).body
const pointsOf = async (tenant: TenantActor) => (await app.send(gamePoints, tenant)).body
async function complete(tenant: TenantActor, stepNumber: number) {
  const task = (await tasksOf(tenant)).find((one) => one.stepNumber === stepNumber)
  return app.send(completeStep, tenant, { body: { stepNumber, taskId: task?.id } })
}
const fill = (tenant: TenantActor) =>
  app.send(savePersonalDetails, tenant, {
    body: { phone: '+1 555 010 0123', emergencyContactName: 'Eve', emergencyContactPhone: '+1 555 010 0124' },
  })
const formOf = ({ updatedAt, ...plan }: OnboardingPlan) => ({ ...plan, basedOn: updatedAt })

test('a new tenant has six steps of 50 points, is at the first, and has no points', async () => {
  const { tenant } = await someone()
  expect(await progressOf(tenant)).toEqual({
    currentStep: 1,
    completedSteps: [],
    totalSteps: 6,
    completionPercentage: 0,
    isCompleted: false,
  })
  expect((await tasksOf(tenant)).map(({ stepNumber, pointsReward }) => [stepNumber, pointsReward])).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => [number, 50]),
  )
  expect(await pointsOf(tenant)).toMatchObject({ totalPoints: 0, currentLevel: 1, pointsToNextLevel: 100, streak: 0 })
})

test('a step is refused until what it asks for is done, and a locked one always', async () => {
  const { tenant } = await someone()
  const early = await complete(tenant, 1)
  expect([early.status, early.problem.detail]).toEqual([409, 'Add your phone number first.'])
  expect((await complete(tenant, 3)).problem.code).toBe('illegal-transition')
  await fill(tenant)
  const done = await complete(tenant, 1)
  expect(done.body).toMatchObject({ currentStep: 2, completedSteps: [1], completionPercentage: 17, pointsEarned: 50 })
  // 50 for the step, and 10 for the first one.
  expect(await pointsOf(tenant)).toMatchObject({ totalPoints: 60, currentLevel: 1, pointsToNextLevel: 40, streak: 1 })
})

test('a step completed many times at once earns its points once', async () => {
  const { tenant, id } = await someone()
  await fill(tenant)
  const taskId = (await tasksOf(tenant))[0]!.id
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.send(completeStep, tenant, { body: { stepNumber: 1, taskId } })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(answers.map(({ body }) => body.pointsEarned).toSorted((a, b) => b - a)).toEqual([50, 0, 0, 0, 0, 0, 0, 0])
  await app.settled()
  expect(app.published(StepCompleted).filter(({ tenantId }) => tenantId === id)).toHaveLength(1)
})

test('the required steps complete the onboarding, and an optional one stays open', async () => {
  const { tenant } = await someone()
  await fill(tenant)
  for (const number of [1, 2, 3, 4, 5]) expect((await complete(tenant, number)).status).toBe(200)
  expect(await progressOf(tenant)).toMatchObject({ isCompleted: true, currentStep: 6, completionPercentage: 83 })
  const { totalPoints, currentLevel, achievements } = await pointsOf(tenant)
  expect([totalPoints, currentLevel]).toEqual([250 + 10 + 25 + 50, 4])
  expect(achievements.filter(({ isUnlocked }) => isUnlocked).map(({ type }) => type)).toEqual([
    'first_step',
    'halfway',
    'all_required',
  ])
})

test('a streak counts days in a row at the property and ends when a day is missed', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, { timeZone: 'Pacific/Honolulu' })
  const { tenant } = await someone(landlord, { propertyId })
  await fill(tenant)
  // 23:30 on 1 June in Honolulu, and half an hour past midnight on 2 June.
  app.clock.set('2026-06-02T09:30:00Z')
  await complete(tenant, 1)
  app.clock.set('2026-06-02T10:30:00Z')
  await complete(tenant, 2)
  expect((await pointsOf(tenant)).streak).toBe(2)
  app.clock.set('2026-06-04T09:00:00Z')
  expect((await pointsOf(tenant)).streak).toBe(2)
  app.clock.set('2026-06-04T11:00:00Z')
  expect((await pointsOf(tenant)).streak).toBe(0)
  app.clock.set('2026-03-15T15:00:00Z')
})

test('a landlord edits, reorders, adds and switches off steps, and points earned before stay', async () => {
  const { tenant, landlord } = await someone()
  await fill(tenant)
  await complete(tenant, 1)
  const { body: plan } = await app.send(getOnboardingPlan, landlord)
  const [profile, emergency, documents, ...others] = plan.steps
  const saved = await app.send(saveOnboardingPlan, landlord, {
    body: {
      ...formOf(plan),
      steps: [
        { ...documents, title: 'Read the house rules', pointsReward: 5 },
        profile,
        { ...emergency, isActive: false },
        { title: 'Say hello to the caretaker', description: 'She lives on the ground floor.', pointsReward: 20 },
        ...others,
      ],
      pointsPerLevel: 50,
    },
  })
  expect(saved.status, saved.problem?.detail).toBe(200)
  expect((await tasksOf(tenant)).map(({ title, isCompleted }) => [title, isCompleted]).slice(0, 3)).toEqual([
    ['Read the house rules', false],
    ['Complete your profile', true],
    ['Say hello to the caretaker', false],
  ])
  expect(await progressOf(tenant)).toMatchObject({ currentStep: 1, completedSteps: [2], totalSteps: 6 })
  expect(await pointsOf(tenant)).toMatchObject({ totalPoints: 60, currentLevel: 2, pointsToNextLevel: 40 })
  expect((await complete(tenant, 1)).body.pointsEarned).toBe(5)
})

test('of two landlords’ tabs the second one to save is told, and a plan keeps at least one step', async () => {
  const landlord = actors.landlord()
  const form = formOf((await app.send(getOnboardingPlan, landlord)).body)
  const answers = await Promise.all([form, form].map((body) => app.send(saveOnboardingPlan, landlord, { body })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const off = form.steps.map((step) => ({ ...step, isActive: false }))
  const empty = await app.send(saveOnboardingPlan, landlord, { body: { ...form, basedOn: undefined, steps: off } })
  expect(empty.problem.issues).toEqual([{ path: 'steps', message: 'Keep at least one step switched on' }])
})

test('a plan and its points are the landlord’s own, and a tenant sees nobody else’s', async () => {
  const mine = await someone()
  const other = await someone()
  const neighbour = await someone(mine.landlord)
  await fill(mine.tenant)
  await complete(mine.tenant, 1)
  const plan = (await app.send(getOnboardingPlan, other.landlord)).body
  await app.send(saveOnboardingPlan, other.landlord, { body: { ...formOf(plan), steps: plan.steps.slice(0, 2) } })
  expect((await progressOf(mine.tenant)).totalSteps).toBe(6)
  expect((await progressOf(other.tenant)).totalSteps).toBe(2)
  expect((await progressOf(neighbour.tenant)).completedSteps).toEqual([])
  const seen = (landlord: LandlordActor) => app.send(tenantOnboarding, landlord, { params: { id: mine.id } })
  expect((await seen(mine.landlord)).body.progress.completedSteps).toEqual([1])
  expect((await seen(other.landlord)).status).toBe(404)
  expect((await app.send(getOnboardingPlan, mine.tenant)).status).toBe(403)
  const foreign = (await tasksOf(mine.tenant))[1]!
  expect(
    (await app.send(completeStep, mine.tenant, { body: { stepNumber: foreign.stepNumber, taskId: v7() } })).status,
  ).toBe(404)
})

test('an account without a home is told to ask for an invitation', async () => {
  const answer = await app.send(onboardingProgress, actors.unlinkedTenant())
  expect([answer.status, answer.problem.code]).toEqual([409, 'not-linked'])
})
