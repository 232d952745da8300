import { expect, test } from 'vitest'
import { withoutForeignLinks } from './foreign-links.ts'

const site = 'https://rent.example'

test('links elsewhere are removed, in whatever form, and those to the site stay', () => {
  const evil = [
    'https://evil.test/x',
    'http://rent.example.evil.test',
    'www.evil.test',
    'evil.co/pay',
    'EVIL.COM',
    'hxxp://evil.test',
  ]
  for (const bad of evil) expect(withoutForeignLinks(`Pay at ${bad} now`, site)).toBe('Pay at [link removed] now')
  const good =
    'Dear Dr. Lee, write to ann@keyhold.example. Register: https://rent.example/tenant-register?token=a.b-c Rent: 1,200.00.'
  expect(withoutForeignLinks(good, site)).toBe(good)
})
