import { screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aSubscription, aTrial, aUser } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { Component as SubscribePage } from './subscribe-page.tsx'

const server = useFakeServer()
const payment = {
  clientSecret: 'secret',
  provider: 'test',
  publishableKey: null,
  amountDue: 29,
  creditApplied: 0,
  subscriptionId: 'sub_1',
}
const answer = (answers: Record<string, unknown>) =>
  server.answer({
    'GET /api/subscription/status': aTrial(),
    'POST /api/create-subscription': payment,
    'GET /api/properties': [],
    ...answers,
  })

const Where = () => <p>{`at ${useLocation().pathname}`}</p>
const open = (address = '/subscribe?plan=basic') =>
  show(
    <Routes>
      <Route path="/subscribe" element={<SubscribePage />} />
      <Route path="*" element={<Where />} />
    </Routes>,
    { at: address, as: aUser() },
  )

test('a plan that does not exist leads back to the plans, and nothing is started', async () => {
  answer({})
  open('/subscribe?plan=nope')
  await screen.findByText('at /pricing')
  expect(server.sent).toEqual([])
})

const down = () => refusal(503, 'Please try again in a moment.')
test.each([
  ['the subscription can’t be read', { 'GET /api/subscription/status': down() }],
  ['the start is refused', { 'POST /api/create-subscription': down() }],
  [
    'the price of a change can’t be told',
    { 'GET /api/subscription/status': aSubscription({ plan: 'enterprise' }), 'GET /api/subscription/preview': down() },
  ],
])('where %s, a message says why and the plans follow', async (_, answers) => {
  answer(answers)
  const { toast } = open()
  await screen.findByText('at /pricing')
  expect(toast()).toMatchObject({ title: 'Subscription Error', description: 'Please try again in a moment.' })
})

test('where the provider’s card form can’t be loaded, a message says why and the plans follow', async () => {
  answer({ 'POST /api/create-subscription': { ...payment, provider: 'stripe' } })
  const { toast } = open()
  await screen.findByText('at /pricing')
  expect(toast()).toMatchObject({
    title: 'Subscription Error',
    description: 'Stripe’s payment form could not be loaded. Check your connection and any ad blockers.',
  })
})

test('a start without a payment to make says so, and the plans follow', async () => {
  answer({ 'POST /api/create-subscription': { ...payment, clientSecret: null, amountDue: 0 } })
  const { toast } = open()
  await screen.findByText('at /pricing')
  expect(toast()).toMatchObject({
    title: 'Subscription Error',
    description: 'No payment information returned from server. Please try again.',
  })
})

test('credit that pays a part is a line of its own, and the rest is due', async () => {
  answer({ 'POST /api/create-subscription': { ...payment, amountDue: 12, creditApplied: 17 } })
  open()
  await screen.findByText('Credit applied')
  expect(screen.getByText('-$17.00')).toBeTruthy()
  expect(screen.getByText('First month').nextSibling?.textContent).toBe('$29.00')
  expect(screen.getByText('Due today').nextSibling?.textContent).toBe('$12.00')
})

test('a plan that credit covers starts by a button, not by opening the page', async () => {
  const covered = { ...payment, clientSecret: null, amountDue: 0, creditApplied: 29, subscriptionId: null }
  let isStarted = false
  answer({
    'GET /api/subscription/status': () => (isStarted ? aSubscription() : aTrial({ credit: 170 })),
    'POST /api/create-subscription': ({ body }: { body: { payWithCredit?: boolean } }) => {
      isStarted ||= body.payWithCredit === true
      return isStarted ? { ...covered, creditApplied: 0, subscriptionId: 'sub_1' } : covered
    },
  })
  const { user } = open()
  await screen.findByText(/Your credit covers this payment/)
  expect(screen.getByText('Due today').nextSibling?.textContent).toBe('$0.00')
  expect(server.sent.map(({ body }) => body)).toEqual([{ plan: 'basic', interval: 'month' }])
  await user.click(button('Start Basic with credit'))
  await waitFor(() => expect(screen.getByText('at /dashboard')).toBeTruthy())
  expect(server.sent.at(-1)?.body).toEqual({ plan: 'basic', interval: 'month', payWithCredit: true })
})
