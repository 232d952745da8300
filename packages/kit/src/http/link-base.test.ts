import { expect, test } from 'vitest'
import { linkBase } from './link-base.ts'

const from = (publicUrl: string, origin?: string) => linkBase(publicUrl, { header: () => origin })

test('a link starts with the name of this machine that the visitor uses', () => {
  expect(from('http://localhost:8080', 'http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080')
  expect(from('http://127.0.0.1:8080/', 'http://localhost:8080')).toBe('http://localhost:8080')
  expect(from('http://localhost:8080', 'http://[::1]:8080')).toBe('http://[::1]:8080')
})

test.each([
  ['http://localhost:8080', 'http://evil.example:8080'],
  ['http://localhost:8080', 'http://127.0.0.1:9090'],
  ['http://localhost:8080', 'https://127.0.0.1:8080'],
  ['http://localhost:8080', 'http://localhost.evil.example:8080'],
  ['http://localhost:8080', 'null'],
  ['http://localhost:8080', undefined],
  ['https://rents.example', 'http://127.0.0.1'],
  ['https://rents.example', 'https://evil.example'],
])('a link to %s ignores the origin %s', (publicUrl, origin) => {
  expect(from(publicUrl, origin)).toBe(publicUrl)
})
