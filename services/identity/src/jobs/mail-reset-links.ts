import { resetLinkMinutes } from '@keyhold/contracts/identity/password-resets'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages, withToken } from '@keyhold/contracts/pages'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { mailResetLink, makeRequestedLink } from '../domain/accounts/password-resets.ts'
import type { UserRow } from '../domain/accounts/users.ts'

/** Messaging gives a provider 8 seconds. */
const timeoutMs = 12_000
const minute = 60_000

/** Mails the links that were asked for. */
export const mailResetLinks = (publicUrl: string): JobHandler =>
  onJob(
    mailResetLink,
    async ({ data: { requestId }, attempt, actor, db, call, clock }) => {
      // The token is made here and only the mail contains it: each attempt mails a link of its own.
      const made = await db.transaction(actor, (tx) => makeRequestedLink(tx, requestId, clock.now()))
      if (!made) return
      const body = {
        ...letter(publicUrl, made),
        key: `password-reset:${requestId}:${attempt}`,
        landlordId: null,
        channel: 'email' as const,
        to: made.user.email,
      }
      const { status, reason } = await call(deliver, actor, { body, timeoutMs })
      if (status === 'failed') throw new Error(`The mail could not be sent: ${reason}`)
    },
    { delaysMs: [minute, minute], concurrency: 10 },
  )

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
