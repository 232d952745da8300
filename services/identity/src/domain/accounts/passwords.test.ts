import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { isCommon } from './breached-passwords.ts'
import { passwordQueues } from '../../limits.ts'
import { decoy, hashFirstPassword, hashPassword, passwordMatches } from './passwords.ts'

const costs = (hash: string) => hash.split('$').slice(1, 4)

test('a hash is argon2id at 19 MiB with a salt', async () => {
  const [one, two] = [await hashPassword('a secret', 'ann'), await hashPassword('a secret', 'ann')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verify(one, 'a secret')).toBe(true)
})

test('only the right password matches, however its letters are composed', async () => {
  const hash = await hashPassword('caf\u00e9 secret', 'ann')
  expect(await passwordMatches('cafe\u0301 secret', hash, 'ann')).toBe(true)
  expect(await passwordMatches('cafe secret', hash, 'ann')).toBe(false)
})

test('without an account no password matches, at the cost of a real comparison', async () => {
  expect(costs(decoy)).toEqual(costs(await hashPassword('a secret', 'ann')))
  expect(await passwordMatches('anything', undefined, 'ann')).toBe(false)
})

const breached =
  '123456|Password| letmein |trustno1|qwertyuiop|iloveyou2|123123123|654321|aaaaaa|121212|987654321|555555|abcdefgh|' +
  '13579135|Summer2024|Winter2023!|Password1!|2024!monkey'

test.each(breached.split('|'))('%s is known from breaches', (password) => {
  expect(isCommon(password)).toBe(true)
})

test.each(['correct horse battery', 'a new secret', 'b7fk-29dq', 'summer rain 2024', '4815-1623-42'])(
  '%s is not',
  (password) => {
    expect(isCommon(password)).toBe(false)
  },
)

test('passwords of new accounts wait for each other, in turns of their networks; sign-ins and new passwords of known people do not wait for them', async () => {
  const known = await hashPassword('a secret', 'ann')
  const order: string[] = []
  const done = (name: string) => () => order.push(name)
  const { waitingPerOwner } = passwordQueues.hashing
  for (let i = 0; i < waitingPerOwner + 10; i++)
    void hashFirstPassword(`secret ${i}`, 'bots').then(done('bot'), done('refused'))
  const ben = hashFirstPassword('a secret', 'ben').then(done('ben'))
  const signIn = passwordMatches('a secret', known, 'bots').then(done('sign-in'))
  const reset = hashPassword('a new secret', 'ann').then(done('reset'))
  await Promise.all([ben, signIn, reset])
  // One bot was at work and the rest of the queue waits still; what is beyond the queue was refused at once.
  expect(order.slice(0, 9)).toEqual(Array(9).fill('refused'))
  expect(order.slice(9).toSorted()).toEqual(['ben', 'bot', 'reset', 'sign-in'])
})
