import { expect, test } from 'vitest'
import { invitationMail, invitationSms } from './invitation-texts.ts'

const words = {
  landlordName: 'Lee Lord',
  firstName: 'Ann',
  message: null,
  link: 'https://rent.test/tenant-register?token=abc',
}

test('a text without a message of the landlord names both, and says the link, its end and how to opt out', () => {
  expect(invitationSms(words)).toBe(
    'Hi Ann, Lee Lord invites you to set up your tenant account. https://rent.test/tenant-register?token=abc This link expires in 7 days. Reply STOP to opt out.',
  )
})

test("a message of the landlord stands under the landlord's name", () => {
  expect(invitationSms({ ...words, message: 'Welcome to Elm Street!' })).toBe(
    'Lee Lord: Welcome to Elm Street! https://rent.test/tenant-register?token=abc This link expires in 7 days. Reply STOP to opt out.',
  )
})

test('a text to somebody whose name is not known greets without one', () => {
  expect(invitationSms({ ...words, firstName: null })).toMatch(/^Hi, Lee Lord invites you/)
})

test('a mail carries the link and its end', () => {
  const mail = invitationMail({ ...words, message: 'Welcome to Elm Street!' })
  expect(mail.subject).toBe('Lee Lord invites you to register')
  expect(mail.body).toContain('Hi Ann,\n\nWelcome to Elm Street!')
  expect(mail.body).toContain(words.link)
  expect(mail.body).toContain('This link expires in 7 days.')
})
