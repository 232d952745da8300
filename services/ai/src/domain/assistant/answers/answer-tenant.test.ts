import { expect, test } from 'vitest'
import { seeds } from '../../../testing/eval/seeds.ts'
import { understand } from '../understanding/understand.ts'
import { answerTenant } from './answer-tenant.ts'

const ask = async (text: string, facts = seeds.late) =>
  answerTenant(text, await understand(text, async () => null), facts)
const [first] = (seeds.late.landlord?.name ?? '').split(' ')

test('a question about a month is answered with what was received in that month', async () => {
  expect((await ask('how much did I pay in February?')).message).toMatch(
    /^In February 2026 .*\$1,487\.50 \(February 9, 2026\)\.$/,
  )
  expect((await ask('¿cuánto pagué en enero? ¿recibieron mi pago de enero?')).message).toContain('$1,850.00')
  expect((await ask('did you get my payment in december 2025')).message).toContain(
    'No received payment is recorded for December 2025.',
  )
})

test('a month before the receipts that are known here is not called unpaid', async () => {
  const account = seeds.late.account && { ...seeds.late.account, hasAllReceipts: false }
  const { message } = await ask('did you get my payment in december 2025', { ...seeds.late, account })
  expect(message).not.toContain('December')
})

test('asking for the landlord by name is asking for a person', async () => {
  for (const text of [`i want to speak with ${first}`, `can I talk to ${first?.toLowerCase()} please`])
    expect(await ask(text)).toMatchObject({ outcome: 'handed_over', reason: 'The tenant asks for a person.' })
})

test('what was reported and not confirmed stands beside what is due next', async () => {
  const account = seeds.late.account && { ...seeds.late.account, awaiting: 1850 }
  expect((await ask('when is my next rent due?', { ...seeds.late, account })).message).toContain(
    '$1,850.00 that you reported awaits confirmation',
  )
})

test('a hand-over says why, in the language of the question', async () => {
  expect((await ask('please remove the late fee')).message).toMatch(/^Only your landlord can decide that\./)
  expect((await ask('quel est le montant de mon loyer')).message).toMatch(/^I answer in English and Spanish only\./)
})
