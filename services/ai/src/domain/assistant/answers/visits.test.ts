import { expect, test } from 'vitest'
import { normalize } from '../understanding/normalize.ts'
import { understand } from '../understanding/understand.ts'
import { chosenTime, timesNamed, visitProposal } from './visits.ts'

const of = (visitId: string, date: string, from: string, to: string) => ({
  visitId,
  requestId: 'r1',
  title: 'Dishwasher does not drain',
  date,
  from,
  to,
})
// A Thursday, a Friday and a Monday.
const visits = [
  of('thursday', '2026-03-19', '09:00', '11:00'),
  of('friday', '2026-03-20', '14:00', '16:00'),
  of('monday', '2026-03-23', '09:00', '11:00'),
]
const facts = { visits, today: '2026-03-18' }

test.each([
  ['Friday', ['friday']],
  ['the 23rd please', ['monday']],
  ['tomorrow works', ['thursday']],
  ['the afternoon', ['friday']],
  ['at 2', ['friday']],
  ['9 am', ['thursday', 'monday']],
  ['monday at 9 am', ['monday']],
  ['the second one', ['friday']],
  ['el lunes', ['monday']],
  ['saturday', []],
])('%s names the times %j', (said, expected) => {
  expect(timesNamed(facts, normalize(said)).fitting.map(({ visitId }) => visitId)).toEqual(expected)
})

test('what is offered for confirmation is one of the offered times; several are listed, and none are handed over', () => {
  expect(visitProposal(facts, 'book a visit on friday', 'en')).toMatchObject({
    text: 'I can book the visit for "Dishwasher does not drain": March 20, 2026, 14:00–16:00. Please confirm it below.',
    proposal: { kind: 'book_visit', requestId: 'r1', visitId: 'friday', description: 'March 20, 2026, 14:00–16:00' },
  })
  const listed = visitProposal(facts, 'book a visit', 'en')
  expect([listed?.proposal, listed?.text]).toEqual([null, expect.stringContaining('Which of these times suits you?')])
  expect(visitProposal(facts, 'a visit on saturday', 'en')?.text).toContain('That time is not offered')
  expect(visitProposal({ ...facts, visits: [] }, 'book a visit', 'en')).toBeNull()
})

test('a time named right after the question is taken as the answer, and nowhere else', () => {
  const { text } = visitProposal(facts, 'book a visit', 'en')!
  const history = [{ sender: 'ai' as const, message: text }]
  expect(chosenTime(facts, 'friday', history)?.proposal).toMatchObject({ visitId: 'friday' })
  expect(chosenTime(facts, 'friday', [])).toBeNull()
  expect(chosenTime(facts, 'friday', [...history, { sender: 'landlord', message: 'Hi' }])).toBeNull()
  expect(chosenTime(facts, 'what is my balance', history)).toBeNull()
})

test.each([
  'Can I book a visit?',
  'book the appointment for monday please',
  'what times are available for the repair?',
  'quiero reservar una visita',
])('%s asks for a visit', async (question) => {
  const understood = await understand(question, async () => null)
  expect(understood).toMatchObject({ kind: 'answer', intents: [{ intent: 'book_visit' }] })
})
