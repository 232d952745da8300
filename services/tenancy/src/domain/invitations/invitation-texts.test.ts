import { expect, test } from 'vitest'
import { invitationMail, invitationSms } from './invitation-texts.ts'

const content = {
  landlordName: 'Lee Lord',
  firstName: 'Ann',
  message: null,
  link: 'https://rent.test/tenant-register?token=abc',
}

test('an SMS without a message names tenant and landlord, with the link, its expiry and how to opt out', () => {
  expect(invitationSms(content)).toBe(
    'Hi Ann, Lee Lord invites you to set up your tenant account. https://rent.test/tenant-register?token=abc This link expires in 7 days. Reply STOP to opt out.',
  )
})

test("the landlord's message is preceded by their name", () => {
  expect(invitationSms({ ...content, message: 'Welcome to Elm Street!' })).toBe(
    'Lee Lord: Welcome to Elm Street! https://rent.test/tenant-register?token=abc This link expires in 7 days. Reply STOP to opt out.',
  )
})

test('an SMS to somebody without a known name greets them without one', () => {
  expect(invitationSms({ ...content, firstName: null })).toMatch(/^Hi, Lee Lord invites you/)
})

test('an email contains the link and its expiry', () => {
  const mail = invitationMail({ ...content, message: 'Welcome to Elm Street!' })
  expect(mail.subject).toBe('Lee Lord invites you to register')
  expect(mail.body).toContain('Hi Ann,\n\nWelcome to Elm Street!')
  expect(mail.body).toContain(content.link)
  expect(mail.body).toContain('This link expires in 7 days.')
})
