import type { Route } from '@keyhold/kit/http/serve'
import type { SendText } from '../outcome.ts'
import type { ProviderDefinition } from '../provider.ts'

/** A connected provider of text messages. */
export interface SmsProvider {
  sendText: SendText
  /** The bytes of a picture that came with a text, at most `limit`; null where it is gone or larger. @throws where the provider is away */
  fetchMedia(url: string, limit: number): Promise<Uint8Array | null>
  /** Whether the provider signed this call of one of its webhooks; `text` is the body as received. */
  isSigned(webhook: { path: string; text: string; signature: string | undefined }): Promise<boolean>
}

/** What the service does with what a webhook reports. Repeated reports have no further effect. */
export interface SmsReceiver {
  /** A text message came in. `id` is the provider's. */
  receiveText(text: { id: string; from: string; body: string; mediaUrls?: string[] }): Promise<void>
  /** A text that the provider accepted was not delivered. `reason` is a sentence for the sender. */
  receiveFailure(report: { providerId: string; reason: string; hasOptedOut: boolean }): Promise<void>
}

export interface SmsProviderDefinition extends ProviderDefinition<SmsProvider> {
  /** Routes of the provider's webhooks. They exist without the provider too and then answer 404. */
  webhooks(provider: SmsProvider | null, receiver: SmsReceiver): Route[]
}
