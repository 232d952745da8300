import type { OnboardingPlan } from '@keyhold/contracts/tenancy/onboarding'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aUser, id } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { Component as PlanPage } from './onboarding-plan-page.tsx'

const server = useFakeServer()

const step = (number: number, title: string): OnboardingPlan['steps'][number] => ({
  id: id(number),
  taskType: 'custom',
  title,
  description: 'Do it',
  isRequired: true,
  pointsReward: 50,
  isActive: true,
})
const plan: OnboardingPlan = {
  steps: [step(1, 'One'), step(2, 'Two')],
  achievements: [],
  pointsPerLevel: 100,
  streakDays: 1,
  updatedAt: null,
}
interface Saved {
  steps: { id?: string; title: string; isActive: boolean }[]
}

test('steps are moved, added, switched off and removed, and saved together', async () => {
  server.answer({ 'GET /api/onboarding-plan': plan, 'PUT /api/onboarding-plan': plan })
  const { user } = show(<PlanPage />, { as: aUser() })
  await user.click(await screen.findByRole('button', { name: 'Move step 2 up' }))
  await user.click(screen.getAllByRole('switch', { name: 'Shown to tenants' })[1]!)
  await user.click(button('Add step'))
  await user.type(screen.getAllByRole('textbox', { name: 'Title' })[2]!, 'Three')
  await user.type(screen.getAllByRole('textbox', { name: 'Description' })[2]!, 'Say hello')
  await user.click(button('Save onboarding'))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  const { steps } = server.sent[0]!.body as Saved
  expect(steps.map(({ id: given, title, isActive }) => [given, title, isActive])).toEqual([
    [id(2), 'Two', true],
    [id(1), 'One', false],
    [undefined, 'Three', true],
  ])
})

test('a step without a title is not sent', async () => {
  server.answer({ 'GET /api/onboarding-plan': plan })
  const { user } = show(<PlanPage />, { as: aUser() })
  await user.clear((await screen.findAllByRole('textbox', { name: 'Title' }))[0]!)
  await user.click(button('Save onboarding'))
  expect(await screen.findByText('Title is required')).toBeTruthy()
  expect(server.sent).toEqual([])
})

test('the preview goes through the steps, stores nothing and leads to the tenant view', async () => {
  server.answer({ 'GET /api/onboarding-plan': plan })
  const { user } = show(<PlanPage />, { as: aUser(), at: '/tenant-onboarding?preview=1' })
  await user.click(await screen.findByRole('button', { name: 'Complete step' }))
  await user.click(button('Complete step'))
  expect(button('Go to the tenant view')).toBeTruthy()
  expect(server.sent).toEqual([])
})
