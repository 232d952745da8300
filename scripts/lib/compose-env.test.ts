import { readFileSync } from 'node:fs'
import { serviceNames } from '@keyhold/contracts/services'
import { expect, test } from 'vitest'
import { completeEnv, natsSettings, rolePassword } from '../compose-env.mjs'

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
const containers = compose.split(/^ {2}(?=[a-z]+:$)/m)
const container = (name: string) => containers.find((text) => text.startsWith(`${name}:`)) ?? ''
const withSchema = serviceNames.filter((service) => service !== 'gateway')

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
  expect(new Set(withSchema.map((service) => env[`DB_PASSWORD_${service.toUpperCase()}`])).size).toBe(withSchema.length)
})

test('docker-compose.yml runs every service with the password of its own role, and none with the owner’s', () => {
  for (const service of serviceNames) {
    expect(container(service)).toContain(`command: [node, services/main.ts, ${service}]`)
    expect(container(service)).not.toMatch(/POSTGRES_PASSWORD|DATABASE_ROLE_SECRET|\*owner/)
  }
  for (const service of withSchema)
    expect(container(service)).toContain(`keyhold_${service}:\${DB_PASSWORD_${service.toUpperCase()}}@`)
  expect(container('migrate')).toContain('environment: &owner')
  expect(container('provision')).toContain('<<: *owner')
})

test('every service has a user of its own at the broker, with its own password, and none has the owner’s', () => {
  const env = values(completeEnv('NATS_SECRET=s\n'))
  expect(env.NATS_PASSWORD_PAYMENTS).toBe(`k${rolePassword('s', 'keyhold_payments')}`)
  expect(natsSettings().match(/user: keyhold_\w+/g)).toEqual(serviceNames.map((service) => `user: keyhold_${service}`))
  for (const service of serviceNames) {
    expect(container(service)).toContain(
      `nats://keyhold_${service}:\${NATS_PASSWORD_${service.toUpperCase()}}@nats:4222`,
    )
    expect(container(service)).not.toContain('NATS_PASSWORD_OWNER')
  }
  const settings = natsSettings()
  expect(Object.values(env).filter((value) => value.length > 10 && settings.includes(value))).toEqual([])
})
