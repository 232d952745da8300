import type { HttpBindings } from '@hono/node-server'
import type { Send } from '@keyhold/kit/http/call'
import type { Log } from '@keyhold/kit/runtime/log'
import type { Metrics } from '@keyhold/kit/runtime/metrics'
import type { Admission } from './api/admission.ts'
import type { Site } from './hosts.ts'
import type { Trust } from './origin.ts'
import type { Tokens } from './tokens.ts'

export type Env = {
  Bindings: HttpBindings
  /** `site`: the request came to a landlord's own host. */
  Variables: { site?: Site }
}

/** What every part of the edge works with. */
export interface EdgeContext {
  send: Send
  tokens: Tokens
  limitRate: (caller: string) => Promise<void>
  admission: Admission
  trusted: Trust
  publicUrl: string | undefined
  /** Whether the page may load Stripe's card form. */
  usesStripe?: boolean | undefined
  metrics: Metrics
  log: Log
}

/** What is known of a request on arrival. */
export interface RequestInfo {
  requestId: string
  ip: string
  secure: boolean
  /** It came to a landlord's own host. */
  isLandlords?: boolean
}
