import { z } from '@keyhold/contracts/zod'
import { listenSettings } from '@keyhold/kit/runtime/listen-settings'
import { defineService } from '@keyhold/kit/runtime/service'
import { parseTrusted } from './edge/origin.ts'
import { attentionRoutes } from './routes/attention.ts'
import { dashboardRoutes } from './routes/dashboard.ts'

const positive = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** What the edge reads from the environment. */
export const gatewayConfig = z.object({
  ...listenSettings,
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('Absolute address of the site: what links in messages start with, and an origin that may change things'),
  TRUST_PROXY: z
    .string()
    .default('')
    .refine(isProxyList, 'addresses and CIDR ranges, comma-separated')
    .describe(
      'Whose X-Forwarded-For and X-Forwarded-Proto count: addresses and CIDR ranges, comma-separated; nobody’s when empty',
    ),
  RATE_LIMIT_PER_SECOND: positive(100).describe('Requests a second that one caller may make'),
  RATE_LIMIT_BURST: positive(500).describe('Requests that one caller may make at once'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .startsWith('pk_', 'starts with pk_')
    .optional()
    .describe('What the page gives to Stripe’s card form'),
  DEV_OUTBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Keep texts and mails and show them at /dev/outbox instead of sending; yields to a real provider'),
})

function isProxyList(text: string): boolean {
  try {
    parseTrusted(text)
    return true
  } catch {
    return false
  }
}

export type GatewayConfig = z.output<typeof gatewayConfig>

export const gateway = defineService({
  name: 'gateway',
  config: gatewayConfig,
  build: () => ({ routes: [...dashboardRoutes, ...attentionRoutes] }),
})
