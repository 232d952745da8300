import { expect, test } from 'vitest'
import { emergencyLetter } from './letters.ts'

test('a long title keeps the subject within what a mail takes', () => {
  const { subject, body } = emergencyLetter({
    title: 'x'.repeat(200),
    category: 'general',
    priority: 'emergency',
    isRaised: false,
    link: 'https://rent.test/maintenance',
  })
  expect(subject).toHaveLength(200)
  expect(subject).toMatch(/^EMERGENCY: x+…$/)
  expect(body).toContain('x'.repeat(200))
})
