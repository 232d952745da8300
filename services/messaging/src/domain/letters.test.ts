import { expect, test } from 'vitest'
import { emergencyLetter, writeLetter } from './letters.ts'

test('a long title is shortened in the subject and stays whole in the body', () => {
  const request = { requestId: '1', title: 'x'.repeat(200), category: 'general', priority: 'emergency' }
  const alert = { ...request, words: [], isRaised: false, isRepeated: false }
  const facts = { propertyName: null, address: null, unitName: null, tenantName: null, tenantPhone: null }
  const letter = emergencyLetter(alert, { ...facts, round: 1, isLast: false })
  const { subject, body } = writeLetter(letter, 'https://rent.test')
  expect(subject).toHaveLength(200)
  expect(subject).toMatch(/^EMERGENCY: x+…$/)
  expect(body).toContain('x'.repeat(200))
})
