import { expect, test } from 'vitest'
import { withOwnHost, withSender } from './branded.ts'

const oak = { name: 'Oak Homes', host: 'homes.example.com' }

test('links to the site lead to the landlord’s host, with the site’s scheme and port; others stay', () => {
  const text = 'See https://rent.test/chat?x=1 and https://rent.test.evil.example/x and https://other.test/'
  expect(withOwnHost(text, oak, 'https://rent.test')).toBe(
    'See https://homes.example.com/chat?x=1 and https://rent.test.evil.example/x and https://other.test/',
  )
  expect(withOwnHost('http://rent.test:8080/x', oak, 'http://rent.test:8080')).toBe('http://homes.example.com:8080/x')
  expect(withOwnHost(text, { ...oak, host: null }, 'https://rent.test')).toBe(text)
})

test('a text begins with the landlord’s name, once, and does not name the platform', () => {
  expect(withSender('Rent is due.', oak)).toBe('Oak Homes: Rent is due.')
  expect(withSender('Oak Homes: Rent is due.', oak)).toBe('Oak Homes: Rent is due.')
  expect(withSender('Order: https://x (Keyhold. STOP ends these texts.)', oak)).toBe(
    'Oak Homes: Order: https://x (STOP ends these texts.)',
  )
  expect(withSender('Rent is due.', { ...oak, name: null })).toBe('Rent is due.')
})
