import { deliver } from '@keyhold/contracts/messaging/deliveries'
import type { Invitation } from '@keyhold/contracts/tenancy/invitations'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { invitationMail, invitationSms } from './invitation-texts.ts'

interface Delivered {
  status: 'sent' | 'failed'
  /** Why it failed, as a sentence. */
  reason: string | null
}

/** Messaging gives a provider 8 seconds. */
const timeoutMs = 12_000

/** Sends an invitation by mail and, if asked, by text. Never throws: what went wrong is in the answer. `sms` is null where no text was asked for. */
export async function deliverInvitation(
  invitation: Invitation,
  { landlordName, link }: { landlordName: string; link: string },
  { call, log }: Pick<Tools, 'call' | 'log'>,
): Promise<{ sms: Delivered | null; mail: Delivered }> {
  const { id, landlordId, email, phone, firstName, message, sendSMS } = invitation
  const words = { landlordName, firstName, message, link }

  async function attempt(
    channel: 'sms' | 'email',
    letter: { to: string; subject?: string; body: string },
  ): Promise<Delivered> {
    try {
      return await call(deliver, serviceActor('tenancy', landlordId), {
        body: { key: `invitation:${id}:${channel}`, landlordId, channel, ...letter },
        timeoutMs,
      })
    } catch (error) {
      log.warn({ invitationId: id, channel, error }, 'an invitation could not be handed to messaging')
      return { status: 'failed', reason: error instanceof Refusal ? error.message : 'The message could not be sent.' }
    }
  }

  const [mail, sms] = await Promise.all([
    attempt('email', { to: email, ...invitationMail(words) }),
    sendSMS && phone ? attempt('sms', { to: phone, body: invitationSms(words) }) : null,
  ])
  return { mail, sms }
}
