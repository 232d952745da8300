import { z } from '@keyhold/contracts/zod'

const price = (tokens: string) =>
  z.coerce
    .number('a price in dollars')
    .min(0)
    .default(0)
    .describe(`Dollars for a million ${tokens} tokens of OPENAI_MODEL, for the monthly ceilings`)

export const config = z
  .object({
    OPENAI_API_KEY: z
      .string()
      .optional()
      .describe('Key of an OpenAI-compatible endpoint for the assistant; absent: the built-in engine answers'),
    OPENAI_BASE_URL: z
      .url('an address')
      .default('https://api.openai.com/v1')
      .describe('Address of the OpenAI-compatible endpoint'),
    OPENAI_MODEL: z.string().optional().describe('Model that the endpoint is asked for; required with OPENAI_API_KEY'),
    OPENAI_INPUT_PRICE: price('input'),
    OPENAI_OUTPUT_PRICE: price('output'),
    OPENAI_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(120_000)
      .default(20_000)
      .describe('Milliseconds for one answer of the endpoint, after which the built-in engine answers'),
    AI_DOLLARS_PER_LANDLORD: z.coerce
      .number('an amount in dollars')
      .min(0)
      .default(5)
      .describe('The most that a landlord’s use of the endpoint may cost in a month; landlords can set less'),
  })
  .refine(({ OPENAI_API_KEY, OPENAI_MODEL }) => !OPENAI_API_KEY || OPENAI_MODEL, {
    path: ['OPENAI_MODEL'],
    message: 'name the model of OPENAI_BASE_URL',
  })
  .refine(
    ({ OPENAI_API_KEY, OPENAI_INPUT_PRICE, OPENAI_OUTPUT_PRICE, OPENAI_BASE_URL }) =>
      !OPENAI_API_KEY || !OPENAI_BASE_URL.includes('api.openai.com') || OPENAI_INPUT_PRICE + OPENAI_OUTPUT_PRICE > 0,
    { path: ['OPENAI_INPUT_PRICE'], message: 'state the prices of the model: without them no ceiling holds' },
  )

export type AiConfig = z.output<typeof config>
