import type { SmsProviderDefinition } from './sms-provider.ts'
import { twilio } from './twilio.ts'

/** All SMS providers. The first one that is configured sends the texts. */
export const smsProviders: readonly SmsProviderDefinition[] = [twilio]
