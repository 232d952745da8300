import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aTask, aUser } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { Component as OnboardingPage } from './onboarding-page.tsx'

const server = useFakeServer()
afterEach(() => void vi.useRealTimers())

const progress = { currentStep: 2, completedSteps: [1], totalSteps: 3, completionPercentage: 33, isCompleted: false }
const points = { totalPoints: 60, currentLevel: 1, pointsToNextLevel: 40, streak: 1, achievements: [] }
const tasks = [
  aTask({ stepNumber: 1, title: 'First', isCompleted: true }),
  aTask({ stepNumber: 2, title: 'Second', pointsReward: 75 }),
  aTask({ stepNumber: 3, title: 'Third' }),
]
const answers = {
  'GET /api/tenant/onboarding/progress': progress,
  'GET /api/tenant/game-points': points,
  'GET /api/tenant/onboarding/tasks': tasks,
}
const open = () => show(<OnboardingPage />, { as: aUser({ userType: 'tenant' }) })
const step = async (title: string) =>
  within((await screen.findByRole('heading', { name: new RegExp(title) })).closest('li')!)

test('completed steps show Done, those after the current one Locked, and only the current one can be completed', async () => {
  server.answer(answers)
  open()
  expect((await step('First')).getByText('Done')).toBeTruthy()
  expect((await step('Third')).getByText('Locked')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Complete step' })).toHaveLength(1)
  expect(screen.getByText('1 of 3 steps completed (33%)')).toBeTruthy()
})

test('completing a step says what it earned, and a failure the specification’s words', async () => {
  server.answer({
    ...answers,
    'POST /api/tenant/onboarding/complete-step': { ...progress, currentStep: 3, pointsEarned: 75 },
  })
  const { user, toast } = open()
  await user.click((await step('Second')).getByRole('button', { name: 'Complete step' }))
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Step Completed! 🎉',
      description: 'You earned 75 points! Keep going!',
    }),
  )
  expect(server.sent[0]?.body).toEqual({ stepNumber: 2, taskId: tasks[1]!.id })
  server.answer({ 'POST /api/tenant/onboarding/complete-step': refusal(503, 'Down') })
  await user.click((await step('Second')).getByRole('button', { name: 'Complete step' }))
  await waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Error', description: 'Failed to complete step. Please try again.' }),
  )
})

test('a step whose task is open says what is missing and leads there', async () => {
  server.answer({
    ...answers,
    'GET /api/tenant/onboarding/tasks': [
      tasks[0],
      aTask({ stepNumber: 2, title: 'Second', taskType: 'profile', missing: 'Add your phone number first.' }),
    ],
  })
  open()
  const second = await step('Second')
  expect(second.getByText('Add your phone number first.')).toBeTruthy()
  expect(second.queryByRole('button')).toBeNull()
  expect(second.getByRole('link').getAttribute('href')).toBe('/user-settings#personal-details')
})

test('a load that fails once is repeated; one that fails twice shows the wizard, which claims no points', async () => {
  let asked = 0
  server.answer({ ...answers, 'GET /api/tenant/game-points': () => (++asked === 1 ? refusal(503, 'Down') : points) })
  open()
  await step('First')
  expect(asked).toBe(2)
})

test('the wizard ends with its own last step and awards nothing', async () => {
  server.answer({ ...answers, 'GET /api/tenant/game-points': refusal(503, 'Down') })
  const { user } = open()
  await screen.findByText('Your progress could not be loaded')
  for (let number = 0; number < 5; number++) await user.click(button('Next'))
  await user.click(button('Finish'))
  expect(screen.getByText('You have seen where everything is.')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/\d+ points/)
  expect(server.sent).toEqual([])
})

test('an account without a home is led to the portal, not into the wizard', async () => {
  const notLinked = refusal(409, 'Not linked', { code: 'not-linked' })
  server.answer(Object.fromEntries(Object.keys(answers).map((call) => [call, notLinked])))
  open()
  expect((await screen.findByRole('link', { name: 'How to get an invitation' })).getAttribute('href')).toBe('/')
})

test('a reader of the steps learns which one is next', async () => {
  server.answer(answers)
  open()
  await step('Second')
  expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Second')
})
