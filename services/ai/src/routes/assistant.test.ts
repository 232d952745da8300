import { exchangeSummary, listExchanges, rateExchange } from '@keyhold/contracts/ai/assistant'
import { getModelSettings, updateModelSettings } from '@keyhold/contracts/ai/model-settings'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAssistantApp } from '../testing/assistant-app.ts'
import { seeds } from '../testing/eval/seeds.ts'

let app: Awaited<ReturnType<typeof startAssistantApp>>
beforeAll(async () => void (app = await startAssistantApp({ AI_DOLLARS_PER_LANDLORD: '8' })))
afterAll(() => app.stop())

async function threeExchanges() {
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.late)
  for (const text of ['what is my rent', 'can I get a dog', 'I smell gas']) {
    await app.ask(landlord, tenantId, text)
    app.clock.advance(1000)
  }
  return { landlord, tenantId }
}

test('the log lists every exchange, newest first, in pages without gaps, and filters them', async () => {
  const { landlord } = await threeExchanges()
  const list = (query: Record<string, unknown> = {}) => app.send(listExchanges, landlord, { query })
  expect((await list()).body.map(({ outcome }) => outcome)).toEqual(['emergency', 'handed_over', 'answered'])
  const first = await list({ limit: 2 })
  expect([first.headers['x-total-count'], first.body.length]).toEqual(['3', 2])
  const link = first.headers.link ?? ''
  const next = Object.fromEntries(new URL(link.slice(1, link.indexOf('>')), 'http://keyhold').searchParams)
  expect((await list(next)).body.map(({ question }) => question)).toEqual(['what is my rent'])
  expect((await list({ outcome: 'handed_over' })).body.map(({ question }) => question)).toEqual(['can I get a dog'])
  expect((await list({ askedBy: 'landlord' })).body).toEqual([])
  expect((await app.send(exchangeSummary, landlord)).body).toEqual({
    total: 3,
    byOutcome: { answered: 1, handed_over: 1, emergency: 1 },
    good: 0,
    bad: 0,
  })
})

test('the landlord rates an answer with a note, changes it and takes it back', async () => {
  const { landlord } = await threeExchanges()
  const [, , answered] = (await app.send(listExchanges, landlord)).body
  const rate = (body: Record<string, unknown>) =>
    app.send(rateExchange, landlord, { params: { id: answered!.id }, body })
  expect((await rate({ rating: 'bad', note: 'Too short' })).body).toMatchObject({
    rating: 'bad',
    ratingNote: 'Too short',
  })
  expect((await app.send(listExchanges, landlord, { query: { rating: 'bad' } })).body).toHaveLength(1)
  expect((await rate({ rating: 'good' })).body).toMatchObject({ rating: 'good', ratingNote: null })
  expect((await rate({ rating: null })).body).toMatchObject({ rating: null })
  expect((await rate({ rating: 'great' })).status).toBe(400)
})

test('another landlord, the tenant and a visitor neither see nor rate an exchange', async () => {
  const { landlord, tenantId } = await threeExchanges()
  const [exchange] = (await app.send(listExchanges, landlord)).body
  const other = actors.landlord()
  const rate = { params: { id: exchange!.id }, body: { rating: 'good' as const } }
  expect([(await app.send(listExchanges, other)).body, (await app.send(rateExchange, other, rate)).status]).toEqual([
    [],
    404,
  ])
  const tenant = actors.tenantOf(landlord, tenantId)
  expect([(await app.send(listExchanges, tenant)).status, (await app.send(rateExchange, tenant, rate)).status]).toEqual(
    [403, 403],
  )
  expect((await app.send(listExchanges, actors.visitor())).status).toBe(401)
  // Not by the database either.
  const seen = await app.db('ai').read(tenant, (sql) => sql`select id from assistant_exchange`)
  expect(seen).toEqual([])
})

test('features and ceiling are kept one by one, the ceiling below the platform’s', async () => {
  const landlord = actors.landlord()
  const get = async () => (await app.send(getModelSettings, landlord)).body
  const put = (body: Record<string, unknown>) => app.send(updateModelSettings, landlord, { body })
  expect(await get()).toEqual({
    features: { tenant_assistant: true, landlord_assistant: true, external_model: true },
    monthlyCeiling: 8,
    highestCeiling: 8,
    model: null,
    month: '2026-03',
    spent: 0,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    planIncludesChat: true,
  })
  await Promise.all([put({ features: { tenant_assistant: false } }), put({ monthlyCeiling: 2.5 })])
  expect(await get()).toMatchObject({
    features: { tenant_assistant: false, landlord_assistant: true },
    monthlyCeiling: 2.5,
  })
  await put({ features: { tenant_assistant: true } })
  expect(await get()).toMatchObject({ features: { tenant_assistant: true }, monthlyCeiling: 2.5 })
  expect((await put({ monthlyCeiling: 8.01 })).problem.issues).toEqual([
    { path: 'monthlyCeiling', message: 'At most $8.00' },
  ])
  expect((await app.send(getModelSettings, actors.landlord())).body.monthlyCeiling).toBe(8)
  app.owners.down.add('billing')
  expect((await get()).planIncludesChat).toBeNull()
  app.owners.down.clear()
})
