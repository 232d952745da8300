import { z } from '@keyhold/contracts/zod'
import type { Agent } from 'node:https'
import { providerTimeoutMs } from '../outcome.ts'
import { defineProvider } from '../provider.ts'

/** The browsers' push services; nothing is sent to other hosts, since the addresses come from pages. */
const pushHosts = ['googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com']

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** `gone`: the subscription does not exist any more. `later`: trying again may help. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later'

export interface PushProvider {
  /** What a page needs to subscribe. */
  publicKey: string
  isAllowed(endpoint: string): boolean
  send(target: PushTarget, payload: string): Promise<PushOutcome>
}

/** Web push with VAPID keys (RFC 8292). */
export const webPush = defineProvider({
  purpose: 'web push',
  settings: z.object({
    VAPID_PUBLIC_KEY: z.string().describe('Public key of web push, as web-push generate-vapid-keys prints it'),
    VAPID_PRIVATE_KEY: z.string().describe('Private key of web push'),
    VAPID_SUBJECT: z.string().describe('Who sends, such as mailto:admin@example.com'),
  }),
  connect: (settings) =>
    connectPush({
      publicKey: settings.VAPID_PUBLIC_KEY,
      privateKey: settings.VAPID_PRIVATE_KEY,
      subject: settings.VAPID_SUBJECT,
    }),
})

/** How long a push service stores a message for a device that is off. */
const storedForSeconds = 24 * 60 * 60

interface Vapid {
  publicKey: string
  privateKey: string
  subject: string
}

/** The library is loaded with the first message. `hosts` and `agent` are for tests. */
export function connectPush(
  vapid: Vapid,
  { hosts = pushHosts, agent }: { hosts?: string[]; agent?: Agent } = {},
): PushProvider {
  const isAllowed = (endpoint: string) => {
    const url = URL.parse(endpoint)
    return (
      url?.protocol === 'https:' && hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
    )
  }
  return {
    publicKey: vapid.publicKey,
    isAllowed,
    async send({ endpoint, p256dh, auth }, payload) {
      if (!isAllowed(endpoint)) return 'refused'
      const { default: library } = await import('web-push')
      try {
        await library.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: vapid,
          TTL: storedForSeconds,
          timeout: providerTimeoutMs,
          ...(agent ? { agent } : {}),
        })
        return 'sent'
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/** RFC 8030: 404 and 410 for a subscription that is over, 429 and 5xx for later. */
function outcomeOf(error: unknown): PushOutcome {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  if (statusCode === 404 || statusCode === 410) return 'gone'
  return typeof statusCode === 'number' && statusCode < 500 && statusCode !== 429 ? 'refused' : 'later'
}
