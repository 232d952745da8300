import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aSubscription, aUser } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { Component as DebugPage } from './subscription-debug-page.tsx'

const server = useFakeServer()
const asked = 'Are you sure you want to reset your subscription? This will cancel any existing subscription.'
const keeps = ' Your credit of $170.00 stays on your account and is applied to your next plan.'

test.each([
  ['that credit stays', 170, asked + keeps],
  ['nothing of credit where there is none', 0, asked],
])('the question before a reset says %s', async (_, credit, sentence) => {
  server.answer({ 'GET /api/subscription/status': aSubscription({ credit }), 'GET /api/auth/user': aUser() })
  const { user } = show(<DebugPage />, { as: aUser() })
  await screen.findAllByText('active')
  await user.click(button('Reset subscription'))
  expect((await screen.findByRole('alertdialog')).textContent).toContain(sentence)
  expect(screen.queryByText(/Your credit/) !== null).toBe(credit > 0)
})
