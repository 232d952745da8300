import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/service'
import { dashboardRoutes } from './routes/dashboard.ts'

const positive = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** What the edge reads from the environment. */
export const gatewayConfig = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** Absolute address of the site: what links in messages start with, and an origin that may change things. */
  PUBLIC_URL: z.url().optional(),
  /** Whose X-Forwarded-For and X-Forwarded-Proto count: addresses and CIDR ranges, comma-separated. */
  TRUST_PROXY: z.string().default(''),
  RATE_LIMIT_PER_SECOND: positive(100),
  RATE_LIMIT_BURST: positive(500),
  /** Shows at /dev/outbox what would have been sent. Never on unless asked for by name. */
  DEV_OUTBOX: z.enum(['on', 'off']).default('off'),
})
export type GatewayConfig = z.output<typeof gatewayConfig>

export const gateway = defineService({ name: 'gateway', config: gatewayConfig, build: () => ({ routes: dashboardRoutes }) })
