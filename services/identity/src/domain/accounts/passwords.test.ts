import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { decoy, hashPassword, passwordMatches } from './passwords.ts'

const costs = (hash: string) => hash.split('$').slice(1, 4)

test('a hash is argon2id at 19 MiB with a salt', async () => {
  const [one, two] = [await hashPassword('a secret'), await hashPassword('a secret')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verify(one, 'a secret')).toBe(true)
})

test('only the right password matches, however its letters are composed', async () => {
  const hash = await hashPassword('caf\u00e9 secret')
  expect(await passwordMatches('cafe\u0301 secret', hash)).toBe(true)
  expect(await passwordMatches('cafe secret', hash)).toBe(false)
})

test('without an account no password matches, at the cost of a real comparison', async () => {
  expect(costs(decoy)).toEqual(costs(await hashPassword('a secret')))
  expect(await passwordMatches('anything', undefined)).toBe(false)
})

test('the list of common passwords is in lower case, as compared', () => {
  expect(commonPasswords.size).toBeGreaterThan(200)
  for (const password of commonPasswords) expect(password).toBe(password.toLowerCase())
})
