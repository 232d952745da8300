import { expect, test } from 'vitest'
import { answerTenant, type Composed } from '../answers/answer-tenant.ts'
import { seeds } from '../../../testing/eval/seeds.ts'
import { understand } from './understand.ts'

const answer = async (text: string, facts = seeds.late): Promise<Composed> =>
  answerTenant(text, await understand(text, async () => null), facts)

test.each([
  ['my sister fell and the railing is broken, she is hurt', 'Medical emergency'],
  ['hay una fuga de agua en el baño', 'Flooding or water leak'],
  ['no heat since yesterday and its freezing', 'No heat in the cold'],
])('%s is an emergency', async (text, reason) => {
  expect(await answer(text)).toMatchObject({ outcome: 'emergency', reason, proposal: null })
})

test.each([
  ['i want to speak with Maya', 'The tenant asks for a person.'],
  ['who is my emergency contact', 'The records do not contain the answer.'],
  ['how much deposit did i pay and when do i get it back?', 'The tenant asks for a decision that only you can make.'],
])('%s is for the landlord', async (text, reason) => {
  expect(await answer(text)).toMatchObject({ outcome: 'handed_over', reason })
})

test('what is owed is the balance, whatever else the sentence names', async () => {
  expect((await answer('cuanto debo de renta?')).message).toContain('$2,262.50')
})

test('a document that was shared is found, and what it says is still quoted', async () => {
  const found = await answer('where is my lease document', seeds.paid)
  expect(found).toMatchObject({ outcome: 'answered', intents: ['document_list'] })
  expect(found.message).toBe('You find it under Documents in your portal: "Lease.pdf".')
  expect((await answer('Who pays for electricity?', seeds.paid)).message).toContain('The tenant pays for electricity')
})
