import { BadConfig } from '@keyhold/kit/runtime/config'
import { describe, expect, it } from 'vitest'
import { main } from '../app.ts'

const faultsOf = async (argv: string[], env: Record<string, string>) => {
  const error: unknown = await main({ argv, env }).then(
    (running) => running.stop(),
    (reason: unknown) => reason,
  )
  return error instanceof BadConfig ? error.faults.map((fault) => fault.slice(0, fault.indexOf(':'))) : error
}

describe('a process', () => {
  it('that runs some of the services names everything it lacks at once', async () => {
    expect(await faultsOf(['payments'], {})).toEqual(['DATABASE_URL', 'NATS_URL', 'INTERNAL_SECRET'])
  })
  it('of a service does not take the rights of the database’s owner, nor of another service', async () => {
    const wiring = { NATS_URL: 'nats://127.0.0.1:1', INTERNAL_SECRET: 'x'.repeat(32) }
    const at = (user: string) => ({ ...wiring, DATABASE_URL: `postgres://${user}:secret@127.0.0.1:1/keyhold` })
    expect(await faultsOf(['payments'], at('postgres'))).toEqual(['DATABASE_URL'])
    expect(await faultsOf(['payments'], at('keyhold_identity'))).toEqual(['DATABASE_URL'])
    expect(await faultsOf(['payments', 'ai'], at('keyhold_payments'))).toEqual(['DATABASE_URL'])
    for (const url of ['', at('keyhold_payments').DATABASE_URL])
      expect(await faultsOf(['provision'], { DATABASE_URL: url })).toEqual(['DATABASE_URL'])
  })
  it('that sends links is told where people find the site', async () => {
    expect(await faultsOf(['tenancy'], {})).toEqual(['DATABASE_URL', 'NATS_URL', 'INTERNAL_SECRET', 'PUBLIC_URL'])
  })
  it('that signs access tokens is told how to encrypt its keys', async () => {
    expect(await faultsOf(['identity'], { PUBLIC_URL: 'http://rent.test', SIGNING_KEY_SECRET: 'short' })).toEqual([
      'DATABASE_URL',
      'NATS_URL',
      'INTERNAL_SECRET',
      'SIGNING_KEY_SECRET',
    ])
  })
  it('that keeps files is told where all processes find them', async () => {
    expect(await faultsOf(['properties'], { S3_ENDPOINT: 'http://minio:9000' })).toEqual([
      'DATABASE_URL',
      'NATS_URL',
      'INTERNAL_SECRET',
      'PUBLIC_URL',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ])
    expect(await faultsOf([], { S3_ENDPOINT: 'http://minio:9000' })).toEqual([
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ])
  })
  it('that has no schema needs no database', async () => {
    expect(await faultsOf(['gateway'], { PUBLIC_URL: 'http://rent.test' })).toEqual(['NATS_URL', 'INTERNAL_SECRET'])
  })
  it('of a site with https is told which proxy to trust, or that there is none', async () => {
    const site = { PUBLIC_URL: 'https://rent.test' }
    expect(await faultsOf(['gateway'], site)).toEqual(['NATS_URL', 'INTERNAL_SECRET', 'TRUST_PROXY'])
    for (const TRUST_PROXY of ['none', '10.0.0.0/8'])
      expect(await faultsOf(['gateway'], { ...site, TRUST_PROXY })).toEqual(['NATS_URL', 'INTERNAL_SECRET'])
  })
  it('names what is wrong beside what is missing, before it starts anything', async () => {
    expect(
      await faultsOf(['gateway'], { PORT: 'eighty', INTERNAL_SECRET: 'short', TRUST_PROXY: '10.0.0.0/33' }),
    ).toEqual(['PORT', 'NATS_URL', 'INTERNAL_SECRET', 'PUBLIC_URL', 'TRUST_PROXY'])
    expect(
      await faultsOf([], {
        LOG_LEVEL: 'loud',
        RATE_LIMIT_BURST: '0',
        PASSWORD_MIN_LENGTH: '3',
        DATA_DIR: '/dev/null/nothing',
      }),
    ).toEqual(['LOG_LEVEL', 'RATE_LIMIT_BURST', 'PASSWORD_MIN_LENGTH'])
  })
  it('with a part of the certificates for calls between processes is told what else it needs', async () => {
    const wiring = {
      DATABASE_URL: 'postgres://keyhold_payments:x@127.0.0.1:1/keyhold',
      NATS_URL: 'nats://127.0.0.1:1',
      INTERNAL_SECRET: 'x'.repeat(32),
    }
    for (const part of ['INTERNAL_TLS_CERT', 'INTERNAL_TLS_KEY'])
      expect(await faultsOf(['payments'], { ...wiring, [part]: '/some/file' })).toEqual(['INTERNAL_TLS_CERT'])
  })
  it('for a service that does not exist says which ones do', async () => {
    await expect(main({ argv: ['payment'], env: {} })).rejects.toThrow(
      /no such service: payment \(there are gateway, .*payments/,
    )
  })
})
