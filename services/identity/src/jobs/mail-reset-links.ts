import { resetLinkMinutes } from '@keyhold/contracts/identity/password-resets'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages, withToken } from '@keyhold/contracts/pages'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { mailResetLink, makeRequestedLink } from '../domain/accounts/password-resets.ts'
import type { UserRow } from '../domain/accounts/users.ts'
import { mailRetryMs, mailTimeoutMs } from '../limits.ts'

/** Mails the requested password reset links. */
export const mailResetLinks = (publicUrl: string): JobHandler =>
  onJob(
    mailResetLink,
    async ({ data: { requestId, linkBase }, attempt, actor, db, call, clock }) => {
      // Only the mail contains the token, so each attempt creates a link of its own.
      const link = await db.transaction(actor, (tx) => makeRequestedLink(tx, requestId, clock.now()))
      if (!link) return
      const body = {
        ...letter(linkBase ?? publicUrl, link),
        key: `password-reset:${requestId}:${attempt}`,
        landlordId: null,
        channel: 'email' as const,
        to: link.user.email,
      }
      const { status, reason } = await call(deliver, actor, { body, timeoutMs: mailTimeoutMs })
      if (status === 'failed') throw new Error(`The mail could not be sent: ${reason}`)
    },
    { delaysMs: mailRetryMs, concurrency: 10 },
  )

const accountTypes = { landlord: 'Landlord', tenant: 'Tenant', super_admin: 'Super Admin' }

function letter(base: string, { user, token }: { user: UserRow; token: string }) {
  return {
    subject: 'Set a new Keyhold password',
    body: `You asked to set a new password for your Keyhold account (${accountTypes[user.userType]}).

Open this link to choose one. It works once, within ${resetLinkMinutes} minutes:
${base}${withToken(pages.resetPassword, token)}

Setting it signs you out everywhere. If you did not ask for this, ignore this email: your password stays as it is.`,
  }
}
