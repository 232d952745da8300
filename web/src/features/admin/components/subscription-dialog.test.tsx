import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aLandlord, aSubscription } from '~/testing/records.ts'
import { button, choose, field, fill, show } from '~/testing/render.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'

const server = useFakeServer()
const path = '/api/admin/update-subscription'

function open(landlord = aLandlord()) {
  server.answer({
    [`POST ${path}`]: landlord,
    'GET /api/admin/subscription': aSubscription({ credit: 170 }),
  })
  const onClose = vi.fn()
  return { ...show(<SubscriptionDialog landlord={landlord} onClose={onClose} />), onClose }
}

test('a plan sets its limit, which can then be changed', async () => {
  const { user, onClose } = open()
  await choose(user, 'Plan', 'Professional')
  expect(field('Max Properties')).toHaveProperty('value', '25')
  await fill(user, { 'Max Properties': '42' })
  await user.click(button('Update Subscription'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([
    { path, body: { userId: aLandlord().id, subscriptionPlan: 'professional', maxProperties: 42 } },
  ])
})

test('how the landlord pays, when the plan renews and what credit is left stand above the form', async () => {
  open()
  const fact = async (label: string) => (await screen.findByText(label)).nextSibling?.textContent
  expect([await fact('Payments'), await fact('Renews on'), await fact('Credit')]).toEqual([
    'Test mode',
    'Jan 31, 2027',
    '$170.00',
  ])
})

test('an unlimited plan disables the limit, and sends none', async () => {
  const { user, onClose } = open()
  await user.click(screen.getByRole('checkbox', { name: 'Unlimited' }))
  expect(field('Max Properties')).toHaveProperty('disabled', true)
  await user.click(button('Update Subscription'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ maxProperties: null })
})

test('a trial needs its last day, which counts as a whole', async () => {
  const { user, onClose } = open()
  await choose(user, 'Status', 'Trial')
  await user.click(button('Update Subscription'))
  expect(await screen.findByText('Choose the day the trial ends')).toBeTruthy()
  expect(server.sent).toEqual([])
  await fill(user, { 'Trial End Date': '2026-05-31' })
  await user.click(button('Update Subscription'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const { trialEndDate } = server.sent[0]!.body as { trialEndDate: string }
  expect(new Date(trialEndDate)).toEqual(new Date('2026-05-31T23:59:59'))
})

test('an invalid limit is reported on its field', async () => {
  const { user, onClose } = open()
  await fill(user, { 'Max Properties': '' })
  await user.click(button('Update Subscription'))
  await waitFor(() => expect(field('Max Properties').getAttribute('aria-invalid')).toBe('true'))
  expect(server.sent).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})
