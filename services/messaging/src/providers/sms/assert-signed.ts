import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { SmsProvider } from './sms-provider.ts'

/** @throws Refusal 404 where the provider is not configured, 403 for a call that it did not sign */
export async function assertSigned(
  provider: SmsProvider | null,
  { path }: { path: string },
  text: string,
  signature: string | undefined,
): Promise<void> {
  if (!provider) return notFound('Page')
  if (!(await provider.isSigned({ path, text, signature })))
    refuse('invalid-signature', 'The signature of this webhook is not valid.')
}
