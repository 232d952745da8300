import { z } from '@keyhold/contracts/zod'
import { listenSettings } from '@keyhold/kit/runtime/listen-settings'
import { defineService } from '@keyhold/kit/runtime/service'
import { parseTrusted } from './edge/origin.ts'
import { burstRequests, requestsPerSecond } from './limits.ts'
import { attentionRoutes } from './routes/attention.ts'
import { dashboardRoutes } from './routes/dashboard.ts'

const positive = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** Settings of the gateway. */
export const gatewayConfig = z
  .object({
    ...listenSettings,
    PUBLIC_URL: z
      .url()
      .optional()
      .describe(
        'URL of the site, for links in messages; the site answers under its name, under addresses and as localhost only',
      ),
    TRUST_PROXY: z
      .string()
      .default('')
      .refine(isProxyList, 'addresses and CIDR ranges, comma-separated, or none')
      .describe(
        'Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses and CIDR ranges, comma-separated, or "none"; an https PUBLIC_URL needs one of them',
      ),
    RATE_LIMIT_PER_SECOND: positive(requestsPerSecond).describe('Requests per second that one caller can make'),
    RATE_LIMIT_BURST: positive(burstRequests).describe('Requests that one caller can make at once'),
    SPOOL_DIR: z
      .string()
      .optional()
      .describe(
        'Folder in which uploads wait until they have arrived, up to 2 GB, on a disk and not in memory; absent: that of the system for temporary files',
      ),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .startsWith('pk_', 'starts with pk_')
      .optional()
      .describe('Publishable key for Stripe’s card form on the page'),
    DEV_OUTBOX: z
      .enum(['on', 'off'])
      .default('off')
      .describe('Show texts and emails at /dev/outbox instead of sending them; ignored with a real provider'),
  })
  .superRefine(({ PUBLIC_URL, TRUST_PROXY }, context) => {
    if (PUBLIC_URL?.startsWith('https:') && TRUST_PROXY === '')
      context.addIssue({
        code: 'custom',
        path: ['TRUST_PROXY'],
        message:
          'needed with an https PUBLIC_URL: the proxy that ends TLS, without which all visitors have its address; "none" where clients connect directly',
      })
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
