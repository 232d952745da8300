import { BadConfig, readConfig } from '@keyhold/kit/runtime/config'
import { expect, test } from 'vitest'
import { config } from './config.ts'

const read = (env: Record<string, string>) => readConfig({ ai: config }, env).ai

test('without a key the built-in engine needs no setting', () => {
  expect(read({})).toMatchObject({ OPENAI_BASE_URL: 'https://api.openai.com/v1', AI_DOLLARS_PER_LANDLORD: 5 })
})

test('a key needs a model, and at OpenAI its prices, since without them no ceiling holds', () => {
  expect(() => read({ OPENAI_API_KEY: 'sk-x' })).toThrow(BadConfig)
  expect(() => read({ OPENAI_API_KEY: 'sk-x', OPENAI_MODEL: 'm' })).toThrow(/prices/)
  expect(read({ OPENAI_API_KEY: 'sk-x', OPENAI_MODEL: 'm', OPENAI_INPUT_PRICE: '0.15' }).OPENAI_INPUT_PRICE).toBe(0.15)
  expect(
    read({ OPENAI_API_KEY: 'x', OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'http://localhost:11434/v1' }).OPENAI_MODEL,
  ).toBe('m')
})
