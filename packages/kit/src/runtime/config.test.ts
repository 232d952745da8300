import { z } from '@keyhold/contracts/zod'
import { describe, expect, it } from 'vitest'
import { BadConfig, readConfig } from './config.ts'

const schemas = {
  edge: z.object({
    PORT: z.coerce.number().int('a whole number').default(8080),
    SECRET: z.string('missing').min(8, 'at least 8 characters'),
  }),
  mail: z.object({ MAIL_FROM: z.string('missing'), SECRET: z.string('missing').min(8, 'at least 8 characters') }),
}
const faultsOf = (env: Record<string, string | undefined>) => {
  try {
    readConfig(schemas, env)
  } catch (error) {
    return (error as BadConfig).faults
  }
  return []
}

describe('settings', () => {
  it('of every part are read, each with its defaults', () => {
    expect(readConfig(schemas, { SECRET: '12345678', MAIL_FROM: 'a@b.test', OTHER: 'x' })).toEqual({
      edge: { PORT: 8080, SECRET: '12345678' },
      mail: { MAIL_FROM: 'a@b.test', SECRET: '12345678' },
    })
  })
  it('that are missing or wrong are all named at once, each of them once', () => {
    expect(faultsOf({ PORT: '1.5', SECRET: 'short' })).toEqual([
      'PORT: a whole number',
      'SECRET: at least 8 characters',
      'MAIL_FROM: missing',
    ])
  })
  it('that are empty are unset', () => {
    expect(faultsOf({ PORT: '', SECRET: '', MAIL_FROM: 'a@b.test' })).toEqual(['SECRET: missing'])
  })
  it('are told in words, without their values', () => {
    expect(() => readConfig(schemas, { SECRET: 'hunter2', MAIL_FROM: 'a' })).toThrow(BadConfig)
    expect(() => readConfig(schemas, { SECRET: 'hunter2', MAIL_FROM: 'a' })).toThrow(
      /^Settings are missing or wrong:\n  SECRET: at least 8 characters$/,
    )
  })
})
