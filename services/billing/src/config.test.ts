import { readConfig } from '@keyhold/kit/runtime/config'
import { expect, test } from 'vitest'
import { config, stripeSettings } from './config.ts'

const all = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
const read = (env: Record<string, string>) => stripeSettings(readConfig({ billing: config }, env).billing)

test('Stripe needs all of its settings or none, and the missing ones are named', () => {
  expect(read({})).toBeNull()
  expect(read({ STRIPE_PRICE_BASIC_MONTH: 'price_1' })).toBeNull()
  for (const name of Object.keys(all))
    expect(() => read({ ...all, [name]: '' })).toThrow(`${name}: needed for card payments by Stripe, together with`)
  expect(() => read({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/STRIPE_WEBHOOK_SECRET[^]*STRIPE_PUBLISHABLE_KEY/)
})

test('swapped keys are refused', () => {
  expect(() => read({ ...all, STRIPE_SECRET_KEY: all.STRIPE_PUBLISHABLE_KEY })).toThrow(
    'STRIPE_SECRET_KEY: starts with sk_ or rk_',
  )
  expect(() => read({ ...all, STRIPE_PUBLISHABLE_KEY: all.STRIPE_SECRET_KEY })).toThrow(
    'STRIPE_PUBLISHABLE_KEY: starts with pk_',
  )
})

test('configured prices belong to their plan and interval', () => {
  expect(
    read({ ...all, STRIPE_PRICE_BASIC_MONTH: 'price_1', STRIPE_PRICE_ENTERPRISE_YEAR: 'price_2' })?.priceIds,
  ).toEqual({
    basic_month: 'price_1',
    enterprise_year: 'price_2',
  })
})
