import type { SendMail } from '../outcome.ts'
import type { ProviderDefinition } from '../provider.ts'
import { smtp } from './smtp.ts'

export interface MailProvider {
  sendMail: SendMail
  close(): Promise<void>
}

/** All e-mail providers. The first one that is configured sends the mails. */
export const mailProviders: readonly ProviderDefinition<MailProvider>[] = [smtp]
