import { resetLinkMinutes } from '@keyhold/contracts/identity/password-resets'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages, withToken } from '@keyhold/contracts/pages'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { startWorker, type Worker } from '@keyhold/kit/jobs/worker'
import type { Tools } from '@keyhold/kit/http/request'
import { isLastAttempt, makeResetLink, type ResetRequest, settleRequest, takeDueRequests } from './password-resets.ts'
import type { UserRow } from './users.ts'

const identity = serviceActor('identity', null)
const batch = 10
/** Messaging gives a provider 8 seconds. */
const timeoutMs = 12_000

/** Mails the links that were asked for: soon after, and every `everyMs` what a crash or another process left. */
export function startResetMails(publicUrl: string, { db, call, clock, log }: Tools, everyMs = 5000): Worker {
  async function send(request: ResetRequest): Promise<void> {
    // The token is made here and stands in the mail alone: a mail sent once more, after a crash, has a link of its own.
    const made = await db.transaction(identity, (tx) => makeResetLink(tx, request.email, clock.now()))
    if (made) {
      const body = {
        ...letter(publicUrl, made),
        key: `password-reset:${request.id}:${request.attempts}`,
        landlordId: null,
        channel: 'email' as const,
        to: request.email,
      }
      const sent = await call(deliver, identity, { body, timeoutMs }).catch((error: unknown) => ({
        status: 'failed' as const,
        reason: error,
      }))
      if (sent.status === 'failed') {
        log.warn(
          { requestId: request.id, attempts: request.attempts, reason: sent.reason },
          'a password reset could not be mailed',
        )
        if (!isLastAttempt(request)) return
      }
    }
    await db.transaction(identity, (tx) => settleRequest(tx, request))
  }

  return startWorker(
    async () => {
      const due = await db.transaction(identity, (tx) => takeDueRequests(tx, clock.now(), batch))
      await Promise.all(due.map(send))
      return due.length === batch
    },
    { everyMs, failed: (error) => log.warn({ error }, 'password resets could not be mailed, will try again') },
  )
}

const accountTypes = { landlord: 'Landlord', tenant: 'Tenant', super_admin: 'Super Admin' }

function letter(publicUrl: string, { user, token }: { user: UserRow; token: string }) {
  return {
    subject: 'Set a new Keyhold password',
    body: `Someone, we hope you, asked to set a new password for your Keyhold account (${accountTypes[user.userType]}).

Open this link and choose one. It works once, within ${resetLinkMinutes} minutes:
${publicUrl}${withToken(pages.resetPassword, token)}

Setting it signs you out everywhere. If this was not you, leave the link alone: your password stays as it is.`,
  }
}
