import { boughtPlans, type BoughtPlan, type Interval, intervals } from '@keyhold/contracts/billing/plans'
import { z } from '@keyhold/contracts/zod'

const keys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'] as const

const priceName = (plan: BoughtPlan, interval: Interval) =>
  `STRIPE_PRICE_${plan.toUpperCase()}_${interval.toUpperCase()}`
const priceId = z.string().startsWith('price_', 'the id of a price, price_…').optional()
const prices = Object.fromEntries(
  boughtPlans.flatMap((plan) =>
    intervals.map((interval) => [
      priceName(plan, interval),
      priceId.describe(
        `Stripe price id of the plan ${plan} per ${interval}; absent: the price with the lookup key keyhold_${plan}_${interval}, created if needed`,
      ),
    ]),
  ),
)

export const config = z
  .object({
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_/, 'starts with sk_ or rk_')
      .optional()
      .describe('Secret key for card payments by Stripe; absent: nobody can buy a plan, see TEST_CARDS'),
    TEST_CARDS: z
      .enum(['on', 'off'])
      .default('off')
      .describe('Without Stripe, plans are bought with simulated cards; the page says "test mode" and no money moves'),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .startsWith('whsec_', 'starts with whsec_')
      .optional()
      .describe('Signing secret of the webhook /api/webhooks/stripe (events customer.subscription.* and invoice.*)'),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .startsWith('pk_', 'starts with pk_')
      .optional()
      .describe('Publishable key for Stripe’s card form on the page'),
    STRIPE_API_URL: z.url().optional().describe("URL to call instead of Stripe's API, for tests"),
    ...prices,
  })
  .superRefine((settings: Record<string, unknown>, context) => {
    if (!keys.some((name) => settings[name])) return
    for (const name of keys)
      if (!settings[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `needed for card payments by Stripe, together with ${keys.filter((other) => other !== name).join(' and ')}`,
        })
  })

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  publishableKey: string
  apiUrl: string | undefined
  /** Configured price ids; the others are found by lookup key. */
  priceIds: Partial<Record<`${BoughtPlan}_${Interval}`, string>>
}

/** Null where Stripe is not configured. */
export function stripeSettings(settings: z.output<typeof config>): StripeSettings | null {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_API_URL: apiUrl,
  } = settings
  if (!secretKey || !webhookSecret || !publishableKey) return null
  const byName = settings as Record<string, string | undefined>
  const configured = boughtPlans.flatMap((plan) =>
    intervals.map((interval) => [`${plan}_${interval}`, byName[priceName(plan, interval)]] as const),
  )
  return {
    secretKey,
    webhookSecret,
    publishableKey,
    apiUrl,
    priceIds: Object.fromEntries(configured.filter(([, price]) => price)),
  }
}
