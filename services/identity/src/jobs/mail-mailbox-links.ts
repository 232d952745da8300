import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages, withToken } from '@keyhold/contracts/pages'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { fullName } from '@keyhold/kit/lib/names'
import { mailMailboxLink, tokenFor } from '../domain/accounts/mailbox-links.ts'
import { mailboxLinkHours, mailRetryMs, mailTimeoutMs } from '../limits.ts'

/** Mails the links that ask the owner of a mailbox. */
export const mailMailboxLinks = (publicUrl: string): JobHandler =>
  onJob(
    mailMailboxLink,
    async ({ data: { linkId, linkBase = publicUrl }, attempt, actor, db, call, clock }) => {
      const found = await db.transaction(actor, (tx) => tokenFor(tx, linkId, clock.now()))
      if (!found) return
      const url = `${linkBase}${withToken(pages.confirm, found.token)}`
      const landlord = found.landlord ? fullName(found.landlord) : 'A landlord'
      const letter = found.link.purpose === 'tenancy' ? tenancyLetter(url, landlord) : addressLetter(url)
      const body = {
        ...letter,
        key: `mailbox:${linkId}:${attempt}`,
        landlordId: null,
        channel: 'email' as const,
        to: found.link.email,
      }
      const { status, reason } = await call(deliver, actor, { body, timeoutMs: mailTimeoutMs })
      if (status === 'failed') throw new Error(`The mail could not be sent: ${reason}`)
    },
    { delaysMs: mailRetryMs, concurrency: 10 },
  )

const addressLetter = (url: string) => ({
  subject: 'Confirm your email address for Keyhold',
  body: `Someone uses this email address for a Keyhold account. If it was you, open this link in a browser where you are signed in. It works once, within ${mailboxLinkHours} hours:
${url}

If it was not you, ignore this email: without the link nothing is sent in your name.`,
})

const tenancyLetter = (url: string, landlord: string) => ({
  subject: 'Confirm that you are a tenant',
  body: `${landlord} invited you as a tenant, and somebody registered with your Keyhold password. If it was you, open this link to add the tenancy to your account. It works once, within ${mailboxLinkHours} hours:
${url}

If it was not you, ignore this email and change your password.`,
})
