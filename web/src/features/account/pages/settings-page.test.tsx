import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aSubscription, aUser } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { Component as SettingsPage } from './settings-page.tsx'

const server = useFakeServer()

test('the page names one plan, also while the account’s copy is still the old one', async () => {
  server.answer({ 'GET /api/subscription/status': aSubscription({ plan: 'basic' }) })
  show(<SettingsPage />, { as: aUser({ subscriptionPlan: 'enterprise' }) })
  const named = (label: string) => screen.queryByText(label)?.nextSibling?.textContent
  await waitFor(() => expect(named('Plan')).toBe('Basic'))
  expect(named('Subscription Plan')).toBe('Basic')
})
