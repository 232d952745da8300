import type { AssistantExchange } from '@keyhold/contracts/ai/assistant'
import type { ModelSettings } from '@keyhold/contracts/ai/model-settings'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { id, times } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { Component as AssistantPage } from './assistant-page.tsx'

const server = useFakeServer()

const exchange: AssistantExchange = {
  id: id(1),
  conversationId: id(2),
  messageId: id(3),
  askedBy: 'tenant',
  tenantId: id(10),
  tenantName: 'Ann Archer',
  question: 'What do I owe?',
  answer: 'Your balance due today is $50.00.',
  outcome: 'answered',
  reason: null,
  intents: ['balance'],
  sources: [{ label: 'Balance', text: '$50.00', path: '/tenant-portal' }],
  proposal: null,
  engine: 'built-in',
  model: null,
  fallbackReason: null,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  latencyMs: 240,
  rating: null,
  ratingNote: null,
  createdAt: times.createdAt,
}

const settings: ModelSettings = {
  features: { tenant_assistant: true, landlord_assistant: true, external_model: true },
  monthlyCeiling: 5,
  highestCeiling: 5,
  model: null,
  month: '2026-03',
  spent: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  planIncludesChat: true,
}

function prepare(exchanges: AssistantExchange[] = [exchange], fields: Partial<ModelSettings> = {}) {
  server.answer({
    'GET /api/assistant/exchanges': exchanges,
    'GET /api/assistant/exchanges/summary': {
      total: exchanges.length,
      byOutcome: { answered: exchanges.length, handed_over: 0, emergency: 0 },
      good: 0,
      bad: 0,
    },
    'GET /api/ai-settings': { ...settings, ...fields },
    'PUT /api/ai-settings': { ...settings, ...fields },
    [`POST /api/assistant/exchanges/${exchange.id}/rating`]: exchange,
  })
  return show(<AssistantPage />)
}

test('an exchange shows who asked, the answer and what it rests on', async () => {
  prepare()
  const list = await screen.findByRole('list', { name: 'Exchanges' })
  for (const text of ['Ann Archer', 'What do I owe?', 'Your balance due today is $50.00.', 'Built-in engine, 0.2 s'])
    expect(within(list).getByText(text)).toBeTruthy()
  expect(within(list).getByText('What the answer rests on (1)')).toBeTruthy()
})

test('an answer is rated as right at once, and as wrong with a note', async () => {
  const { user } = prepare()
  await user.click(await screen.findByRole('button', { name: 'The answer is right' }))
  await waitFor(() => expect(server.sent[0]?.body).toEqual({ rating: 'good' }))
  await user.click(screen.getByRole('button', { name: 'The answer is wrong' }))
  await user.type(await screen.findByLabelText('Note (optional)'), 'It was paid')
  await user.click(screen.getByRole('button', { name: 'Rate as wrong' }))
  await waitFor(() => expect(server.sent[1]?.body).toEqual({ rating: 'bad', note: 'It was paid' }))
})

test('a switched-off feature is saved, and without a model no ceiling is shown', async () => {
  const { user } = prepare()
  await user.click(await screen.findByRole('switch', { name: 'Answer tenants' }))
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() =>
    expect(server.sent[0]?.body).toEqual({
      features: { tenant_assistant: false, landlord_assistant: true, external_model: true },
    }),
  )
  expect(screen.queryByLabelText('Monthly ceiling for the external model')).toBeNull()
})

test('with a model the page shows what was spent, and why the built-in engine answered', async () => {
  prepare([{ ...exchange, model: 'm-1', fallbackReason: 'The model did not answer in time.' }], {
    model: 'm-1',
    spent: 0.0123,
    calls: 4,
  })
  expect(await screen.findByText('$0.0123')).toBeTruthy()
  expect(await screen.findByText('The built-in engine answered: The model did not answer in time.')).toBeTruthy()
})

test('a plan without AI chat is said, an empty log too', async () => {
  prepare([], { planIncludesChat: false })
  expect(await screen.findByText('Your plan does not include AI Chat')).toBeTruthy()
  expect(await screen.findByText('Nothing was asked yet')).toBeTruthy()
})

test('a log that cannot be read says so', async () => {
  server.answer({ 'GET /api/assistant/exchanges': refusal(503, 'The ai service is not responding right now.') })
  show(<AssistantPage />)
  expect(await screen.findByText('The ai service is not responding right now.')).toBeTruthy()
})
