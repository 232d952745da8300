import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { InsightsPanel } from './insights-panel.tsx'

const server = useFakeServer()

test.each([
  ['no property', 0, /once you’ve added your properties/],
  ['properties that need nothing', 4, /Nothing needs your attention right now/],
])('a landlord with %s sees the three built-in samples', async (_, totalProperties, sentence) => {
  server.answer({ 'GET /api/ai-insights': [], 'GET /api/dashboard/stats': { totalProperties } })
  show(<InsightsPanel />, { as: aUser() })
  await screen.findByText(sentence)
  expect(screen.getAllByText('Sample')).toHaveLength(3)
})
