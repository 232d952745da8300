import { expect, test } from 'vitest'
import { bareAddress, mailTokenOf, ownWords } from './mail-reply.ts'

test.each([
  ['Fine.\n\nOn Mon, Mar 2, 2026 at 9:00 AM Ann <a@b.example> wrote:\n> Is it?', 'Fine.'],
  ['Fine.\n\nOn Monday, March 2, 2026 at 9:00 AM a landlord with a name\n<a@b.example> wrote:\n> Is it?', 'Fine.'],
  ['Fine.\n\n-----Original Message-----\nFrom: Ann', 'Fine.'],
  ['Fine.\n________________________________\nFrom: Ann <a@b.example>', 'Fine.'],
  ['Bien.\n\nEl lun, 2 mar 2026 a las 9:00, Ann escribió:\n> ¿Y?', 'Bien.'],
  ['First\n\nSecond\n\nSent from my iPhone', 'First\n\nSecond'],
  ['On Friday I am away.\nCome on Monday.', 'On Friday I am away.\nCome on Monday.'],
  ['> only what was quoted', ''],
])('an answer by mail keeps what the person wrote: %j', (text, own) => {
  expect(ownWords(text)).toBe(own)
})

test('the secret part is that of an address at the domain of replies', () => {
  const token = '0123456789abcdef0123456789abcd'
  expect(mailTokenOf(['x@y.example', `K <Reply+${token}@Replies.example>`], 'replies.example')).toBe(token)
  expect(mailTokenOf([`reply+${token}@replies.example.evil.example`], 'replies.example')).toBeUndefined()
  expect(mailTokenOf(['reply+short@replies.example'], 'replies.example')).toBeUndefined()
  expect(bareAddress('"Sam, T." <Sam@Example.com>')).toBe('sam@example.com')
})
