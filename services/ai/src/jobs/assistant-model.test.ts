import { randomUUID } from 'node:crypto'
import { listExchanges } from '@keyhold/contracts/ai/assistant'
import { getModelSettings, updateModelSettings } from '@keyhold/contracts/ai/model-settings'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Behaviour, type SeenRequest, startFakeOpenAi } from '../providers/models/openai-fake.ts'
import { startAssistantApp } from '../testing/assistant-app.ts'
import { seeds } from '../testing/eval/seeds.ts'

let behave: (request: SeenRequest, index: number) => Behaviour
let fake: Awaited<ReturnType<typeof startFakeOpenAi>>
let app: Awaited<ReturnType<typeof startAssistantApp>>

beforeAll(async () => {
  fake = await startFakeOpenAi((request, index) => behave(request, index))
  app = await startAssistantApp({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: fake.url,
    OPENAI_MODEL: 'fake-1',
    OPENAI_INPUT_PRICE: '2',
    OPENAI_OUTPUT_PRICE: '10',
    OPENAI_TIMEOUT_MS: '700',
    AI_DOLLARS_PER_LANDLORD: '5',
  })
})
afterAll(async () => {
  await app.stop()
  await fake.stop()
})
beforeEach(() => void (fake.seen.length = 0))

const hasToolResult = ({ messages }: SeenRequest) => messages.some(({ role }) => role === 'tool')
/** First asks for tools, then says `answer`. */
const withTools =
  (names: readonly string[], reply: object, input = '{}') =>
  (request: SeenRequest): Behaviour =>
    hasToolResult(request)
      ? { does: 'reply', reply: { offer: 'none', outcome: 'answered', ...reply } }
      : { does: 'tools', calls: names.map((name) => ({ name, arguments: input })) }

async function asked(text: string, facts = seeds.late) {
  const landlord = actors.landlord()
  const reply = await app.ask(landlord, app.addTenant(landlord, facts), text)
  const [exchange] = (await app.send(listExchanges, landlord)).body
  return { landlord, reply, exchange: exchange! }
}

test('a model answers from tools, and the log says what it used and cost', async () => {
  behave = withTools(['get_balance', 'get_next_payment'], {
    answer: 'You owe $2,262.50. The next rent is due April 1, 2026.',
  })
  const { landlord, reply, exchange } = await asked('What do I owe and when is the next rent due?')
  expect(reply).toMatchObject({
    engine: 'openai',
    outcome: 'answered',
    message: 'You owe $2,262.50. The next rent is due April 1, 2026.',
  })
  expect(reply.sources).toContainEqual({ label: 'Balance', text: '$2,262.50', path: '/tenant-portal' })
  // Two rounds of 1000 tokens in and 100 out, at $2 and $10 a million.
  expect(exchange).toMatchObject({
    model: 'fake-1',
    inputTokens: 2000,
    outputTokens: 200,
    cost: 0.006,
    fallbackReason: null,
  })
  expect((await app.send(getModelSettings, landlord)).body).toMatchObject({ spent: 0.006, calls: 1, inputTokens: 2000 })
  expect(fake.seen[0]).toMatchObject({ authorization: 'Bearer sk-test', model: 'fake-1', stream: true })
})

test('names, e-mail addresses and phone numbers do not leave, and are put back into the answer', async () => {
  behave = withTools(['get_landlord'], { answer: 'Your landlord is [NAME_2]: [PHONE_2].' })
  const { reply } = await asked(
    'I am Ada Moss, ada.moss@example.org, (555) 010-7788. What is the phone number of my landlord?',
  )
  const sent = JSON.stringify(fake.seen)
  for (const hidden of ['Ada', 'Moss', 'ada.moss', '010-7788', 'Dana', 'Whitfield', 'dana@', '0199'])
    expect(sent, hidden).not.toContain(hidden)
  expect(reply.message).toBe('Your landlord is Dana Whitfield: +1 555 010 0199.')
})

test.each<[string, RegExp, () => typeof behave]>([
  ['a refusal', /refused/, () => () => ({ does: 'refuse', refusal: 'I cannot help with that.' })],
  ['a content filter', /refused/, () => () => ({ does: 'filter' })],
  ['a rate limit', /rate limit/, () => () => ({ does: 'fail', status: 429 })],
  ['a wrong key', /key is not accepted/, () => () => ({ does: 'fail', status: 401 })],
  ['a failing server', /error \(500\)/, () => () => ({ does: 'fail', status: 500 })],
  ['no answer in time', /in time/, () => () => ({ does: 'hang' })],
  ['a stream that breaks off', /could not be read|can’t be reached|in time/, () => () => ({ does: 'cut' })],
  ['invalid JSON', /not JSON|could not be read/, () => () => ({ does: 'text', text: 'Sure! You owe' })],
  [
    'JSON of another form',
    /required form|could not be read/,
    () => () => ({ does: 'reply', reply: { message: 'You owe $1' } }),
  ],
  [
    'an amount that is not in the records',
    /not in the records/,
    () => withTools(['get_balance'], { answer: 'You owe $2,000.00.' }),
  ],
  [
    'a sum of its own',
    /not in the records/,
    () => withTools(['get_balance'], { answer: 'In total 4112.5 will be due.' }),
  ],
  [
    'a date that is not in the records',
    /not in the records/,
    () => withTools(['get_next_payment'], { answer: 'It is due April 5.' }),
  ],
  [
    'an amount in words',
    /not in the records/,
    () => withTools(['get_balance'], { answer: 'You owe two thousand dollars.' }),
  ],
  [
    'a record that it did not read',
    /not in the records/,
    () => withTools(['get_balance'], { answer: 'The lease ends June 30, 2026.' }),
  ],
  [
    'no look at the records',
    /without looking/,
    () => () => ({ does: 'reply', reply: { outcome: 'answered', answer: 'All is fine.', offer: 'none' } }),
  ],
  ['a promise', /promised/, () => withTools(['get_balance'], { answer: 'I have waived your late fee.' })],
  [
    'tools without end',
    /again and again/,
    () => () => ({ does: 'tools', calls: [{ name: 'get_balance', arguments: '{}' }] }),
  ],
])('after %s the built-in engine answers and the log says why', async (_, reason, behaviour) => {
  behave = behaviour()
  const { reply, exchange } = await asked('what is my balance')
  expect(reply).toMatchObject({
    engine: 'built-in',
    outcome: 'answered',
    message: 'Your balance due today is $2,262.50.',
  })
  expect(exchange.fallbackReason).toMatch(reason)
  expect(exchange.model).toBe('fake-1')
})

test('a tool call with another tenant’s id is refused, and so is a tool that does not exist', async () => {
  const other = randomUUID()
  for (const [name, input] of [
    ['get_balance', JSON.stringify({ tenantId: other })],
    ['get_lease', JSON.stringify({ tenant: 'Ben Ortiz' })],
    ['get_all_tenants', '{}'],
    ['get_balance', 'not json'],
  ] as const) {
    fake.seen.length = 0
    behave = withTools([name], { answer: 'You owe $0.00.' }, input)
    const { reply } = await asked('what is my balance')
    const results = fake.seen.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'))
    expect(
      results.map(({ content }) => content),
      name,
    ).toEqual([expect.stringMatching(/^Refused/)])
    expect(reply).toMatchObject({ engine: 'built-in', message: 'Your balance due today is $2,262.50.' })
  }
  for (const { function: tool } of fake.seen[0]!.tools)
    expect([tool.name, tool.parameters.additionalProperties]).toEqual([tool.name, false])
})

test('what must be handed over and emergencies are not put to the model', async () => {
  behave = withTools(['get_balance'], { answer: 'Of course you may have a dog.' })
  expect((await asked('Can I get a dog?')).reply.outcome).toBe('handed_over')
  expect((await asked('please waive the late fee')).reply.outcome).toBe('handed_over')
  expect((await asked('I smell gas')).reply.outcome).toBe('emergency')
  expect(fake.seen).toEqual([])
})

test('the ceiling of a month holds under simultaneous questions, and after it the built-in engine answers', async () => {
  behave = withTools(['get_balance'], { answer: 'You owe $2,262.50.' })
  const landlord = actors.landlord()
  const tenantId = app.addTenant(landlord, seeds.late)
  // Room for one call's most, 48,000 tokens in and 3,200 out, and less than two.
  await app.send(updateModelSettings, landlord, { body: { monthlyCeiling: 0.13 } })
  const replies = await Promise.all([1, 2, 3].map(() => app.ask(landlord, tenantId, 'what is my balance')))
  expect(replies.map(({ message }) => message.includes('$2,262.50'))).toEqual([true, true, true])
  const log = (await app.send(listExchanges, landlord)).body
  expect(log.some(({ fallbackReason }) => /ceiling/.test(fallbackReason ?? ''))).toBe(true)
  const { spent } = (await app.send(getModelSettings, landlord)).body
  expect(spent).toBeLessThanOrEqual(0.13)
})

test('a landlord who switches the external model off is answered by the built-in engine alone', async () => {
  behave = withTools(['get_balance'], { answer: 'You owe $2,262.50.' })
  const landlord = actors.landlord()
  await app.send(updateModelSettings, landlord, { body: { features: { external_model: false } } })
  const reply = await app.ask(landlord, app.addTenant(landlord, seeds.late), 'what is my balance')
  expect([reply.engine, fake.seen.length]).toEqual(['built-in', 0])
})
