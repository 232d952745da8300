import { expect, test } from 'vitest'
import { development } from '../../../testing/eval/development.ts'
import { figuresOf, judge, shortfalls } from '../../../testing/eval/judge.ts'
import { more } from '../../../testing/eval/more.ts'
import { seeds } from '../../../testing/eval/seeds.ts'
import { answerTenant } from '../answers/answer-tenant.ts'
import { triage, understand } from './understand.ts'

const questions = [...development, ...more]

test('by rules alone, without the encoder, the development questions are answered above the thresholds', async () => {
  const verdicts = []
  for (const question of questions)
    verdicts.push(
      judge(question, answerTenant(question[1], await understand(question[1], async () => null), seeds[question[0]])),
    )
  expect(
    verdicts.filter(({ isWrongAmount }) => isWrongAmount).map(({ question, composed }) => [question, composed.message]),
  ).toEqual([])
  expect(shortfalls(figuresOf(verdicts))).toEqual([])
})

test.each(questions.filter(([, , expected]) => expected === 'emergency'))(
  'an emergency is noticed without records or a model (%s: %s)',
  (_, text) => expect(triage(text).decided?.kind).toBe('emergency'),
)

test.each([
  'the smoke detector chirps every few minutes',
  'can we have a fire pit in the yard',
  'who do I call about my gas bill',
  'do I need flood insurance',
  'is smoking allowed on the balcony',
])('a harmless mention of danger is no emergency: %s', (text) =>
  expect(triage(text).decided?.kind).not.toBe('emergency'),
)
