import { expect, test } from 'vitest'
import { emergencyLetter, writeLetter } from './letters.ts'

test('a long title is shortened in the subject and stays whole in the body', () => {
  const request = { requestId: '1', title: 'x'.repeat(200), category: 'general', priority: 'emergency' }
  const { subject, body } = writeLetter(emergencyLetter(request, { isRaised: false }), 'https://rent.test')
  expect(subject).toHaveLength(200)
  expect(subject).toMatch(/^EMERGENCY: x+…$/)
  expect(body).toContain('x'.repeat(200))
})
