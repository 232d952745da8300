import { readFileSync } from 'node:fs'
import { serviceNames } from '@keyhold/contracts/services'
import { expect, test } from 'vitest'
import { completeEnv, rolePassword } from './compose-secrets.ts'

const values = (env: string): Record<string, string> =>
  Object.fromEntries(
    env
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2) as [string, string]),
  )

test('secrets are made once and never overwritten', () => {
  const first = completeEnv('')
  expect(completeEnv(first)).toBe(first)
  expect(completeEnv('INTERNAL_SECRET=mine\nPORT=9000\n')).toContain('INTERNAL_SECRET=mine\nPORT=9000\n')
})

test('an empty secret is made, not kept', () => {
  const env = completeEnv('INTERNAL_SECRET=\n')
  expect(env.match(/^INTERNAL_SECRET=.{64}$/m)).not.toBeNull()
})

test('every service has its own database password, which follows from the secret', () => {
  const env = values(completeEnv('DATABASE_ROLE_SECRET=s\nDB_PASSWORD_PAYMENTS=stale\n'))
  expect(env.DB_PASSWORD_PAYMENTS).toBe(rolePassword('s', 'keyhold_payments'))
  expect(new Set(serviceNames.map((service) => env[`DB_PASSWORD_${service.toUpperCase()}`])).size).toBe(
    serviceNames.length,
  )
})

test('docker-compose.yml runs every service with the password of its own role', () => {
  const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
  for (const service of serviceNames) {
    expect(compose).toContain(`command: [node, services/main.ts, ${service}]`)
    expect(compose).toContain(`keyhold_${service}:\${DB_PASSWORD_${service.toUpperCase()}}@`)
  }
})
