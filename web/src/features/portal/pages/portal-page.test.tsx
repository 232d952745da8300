import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '~/lib/format.ts'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aPayment, aUser } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { sampleRecords } from '../preview/sample.ts'
import { Component as PortalPage } from './portal-page.tsx'

const server = useFakeServer()
const { profile, stats, home, landlord, documents, progress, points } = sampleRecords()
const answers = {
  'GET /api/tenant/profile': profile,
  'GET /api/tenant/stats': stats,
  'GET /api/tenant/property': home,
  'GET /api/tenant/payments': [],
  'GET /api/tenant/maintenance': [],
  'GET /api/documents': documents,
  'GET /api/tenant/landlord': landlord,
  'GET /api/tenant/onboarding/progress': progress,
  'GET /api/tenant/game-points': points,
}
const open = (more: Record<string, unknown> = {}) => {
  server.answer({ ...answers, ...more })
  return show(<PortalPage />, { as: aUser({ userType: 'tenant' }) })
}
const due = (fields: Parameters<typeof aPayment>[0]) => aPayment({ dueDate: today(), ...fields })

test('the balance says which charges and which credit it consists of', async () => {
  const { user } = open({
    'GET /api/tenant/stats': { ...stats, balance: 1130, status: 'due', awaitingConfirmation: 30 },
    'GET /api/tenant/payments': [
      due({ amount: 1200, balance: 1100, status: 'partial' }),
      due({ id: 'fee', amount: 50, balance: 50, paymentType: 'late_fee' }),
      due({ id: 'later', dueDate: '2199-01-01' }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Why this number? Current Balance' }))
  const why = within(await screen.findByRole('dialog'))
  const values = await why.findAllByRole('definition')
  expect(values.map(({ textContent }) => textContent)).toEqual(['$1,100.00', '$50.00', '-$20.00', '$1,130.00'])
  expect(why.getByText(/\$30\.00 that you reported is not subtracted/)).toBeTruthy()
})

test('without an open charge the next payment says when the next rent appears', async () => {
  open({
    'GET /api/tenant/stats': {
      ...stats,
      nextPayment: null,
      nextRent: { postsOn: '2026-04-24', dueDate: '2026-05-01' },
    },
  })
  expect(await screen.findByText('The rent due May 1, 2026 appears here on Apr 24, 2026')).toBeTruthy()
})

test('a message to the landlord is sent from the portal, and a failure says why', async () => {
  const { user, toast } = open({ 'POST /api/tenant/chat': refusal(503, 'The service is down.') })
  await user.click(await screen.findByRole('button', { name: /Contact Landlord/ }))
  await user.type(await screen.findByRole('textbox', { name: /Message/ }), 'Is the heating on?')
  await user.click(button('Send Message'))
  await waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Failed to Send Message', description: 'The service is down.' }),
  )
  server.answer({ 'POST /api/tenant/chat': { id: 'message' } })
  await user.click(button('Send Message'))
  await waitFor(() => expect(toast()?.title).toBe('Message Sent'))
  expect(server.sent.at(-1)?.body).toEqual({ message: 'Is the heating on?' })
})

test('quick actions, landlord and documents are one tap away, the lease first', async () => {
  open({ 'GET /api/documents': documents.toReversed() })
  const link = (name: RegExp) => screen.findByRole('link', { name })
  expect((await link(/View Documents/)).getAttribute('href')).toBe('/documents')
  expect((await link(/Update Profile/)).getAttribute('href')).toBe('/user-settings#personal-details')
  expect((await link(/Continue Journey/)).getAttribute('href')).toBe('/tenant-onboarding')
  expect((await link(/alex\.sample/)).getAttribute('href')).toBe('mailto:alex.sample@example.com')
  const files = (await screen.findAllByRole('link', { name: /\.pdf$/ })).map(({ textContent }) => textContent)
  expect(files).toEqual(['Lease.pdf', 'House rules.pdf'])
})

test('who has not begun starts the journey, and who has finished sees no card', async () => {
  open({ 'GET /api/tenant/onboarding/progress': { ...progress, completedSteps: [] } })
  expect(await screen.findByRole('link', { name: 'Start Journey' })).toBeTruthy()
})

test('a rent that is shared names everyone who shares it, and the tenant’s own part', async () => {
  open({ 'GET /api/tenant/profile': { ...profile, coTenants: ['Ben Archer', 'Cem Yilmaz'], rentShare: 640 } })
  expect(await screen.findByText('Monthly rent, all of you')).toBeTruthy()
  expect(screen.getByText('Ben Archer and Cem Yilmaz')).toBeTruthy()
  expect(screen.getByText('Your share').nextSibling?.textContent).toBe('$640.00')
  expect(await screen.findByText(/Your share of a month’s rent: \$640\.00/)).toBeTruthy()
})
