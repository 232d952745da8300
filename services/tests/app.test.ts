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
  it('that sends links is told where people find the site', async () => {
    expect(await faultsOf(['messaging'], {})).toEqual(['DATABASE_URL', 'NATS_URL', 'INTERNAL_SECRET', 'PUBLIC_URL'])
  })
  it('that keeps files is told where all processes find them', async () => {
    expect(await faultsOf(['properties'], { S3_ENDPOINT: 'http://minio:9000' })).toEqual([
      'DATABASE_URL',
      'NATS_URL',
      'INTERNAL_SECRET',
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
    expect(await faultsOf(['gateway'], { PUBLIC_URL: 'https://rent.test' })).toEqual(['NATS_URL', 'INTERNAL_SECRET'])
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
  it('for a service that does not exist says which ones do', async () => {
    await expect(main({ argv: ['payment'], env: {} })).rejects.toThrow(
      /no such service: payment \(there are gateway, .*payments/,
    )
  })
})
