import { deliver } from '@keyhold/contracts/messaging/deliveries'
import type { Invitation } from '@keyhold/contracts/tenancy/invitations'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { invitationMail, invitationSms } from './invitation-texts.ts'

interface DeliveryResult {
  status: 'sent' | 'failed' | 'held'
  /** Why it failed, as a sentence for the landlord. */
  reason: string | null
}

/** Longer than the 8 seconds that messaging gives a provider. */
const timeoutMs = 12_000

/** Sends an invitation by e-mail and, if requested, by SMS (else `sms` is null). Never throws: failures are in the result. */
export async function deliverInvitation(
  invitation: Invitation,
  { landlordName, link }: { landlordName: string; link: string },
  { call, log }: Pick<Tools, 'call' | 'log'>,
): Promise<{ sms: DeliveryResult | null; mail: DeliveryResult }> {
  const { id, landlordId, email, phone, firstName, message, sendSMS } = invitation
  const content = { landlordName, firstName, message, link }
  // For an account without history: the platform's wording, without the landlord's words.
  const fixed = { ...content, message: null }

  async function attempt(
    channel: 'sms' | 'email',
    payload: { to: string; subject?: string; body: string; fixedBody: string },
  ): Promise<DeliveryResult> {
    try {
      return await call(deliver, serviceActor('tenancy', landlordId), {
        body: { key: `invitation:${id}:${channel}`, landlordId, channel, ...payload },
        timeoutMs,
      })
    } catch (error) {
      log.warn({ invitationId: id, channel, error }, 'an invitation could not be sent')
      return { status: 'failed', reason: error instanceof Refusal ? error.message : 'The message could not be sent.' }
    }
  }

  const [mail, sms] = await Promise.all([
    attempt('email', { to: email, ...invitationMail(content), fixedBody: invitationMail(fixed).body }),
    sendSMS && phone
      ? attempt('sms', { to: phone, body: invitationSms(content), fixedBody: invitationSms(fixed) })
      : null,
  ])
  return { mail, sms }
}
