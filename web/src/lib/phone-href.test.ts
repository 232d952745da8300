import { expect, test } from 'vitest'
import { phoneHref, phoneText } from './phone-href.ts'

test.each([
  ['+1 (555) 010-0123', 'tel:+15550100123'],
  ['555.010.0123 x42', 'tel:5550100123,42'],
  ['555 010 0123 ext. 7', 'tel:5550100123,7'],
  ['ask for Jo', null],
  ['12', null],
])('%s', (text, href) => {
  expect(phoneHref(text)).toBe(href)
})

test.each([
  ['+15550100555', '+1 555 010 0555'],
  ['+1 (555) 010-0142', '+1 555 010 0142'],
  ['(555) 010-0142', '555 010 0142'],
  ['+49 30 901820', '+49 30 901820'],
  ['555 010 0142 x12', '555 010 0142 x12'],
])('%s reads %s', (typed, shown) => {
  expect(phoneText(typed)).toBe(shown)
})
