import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { mailChangeNotice } from '../domain/accounts/change-notices.ts'
import { mailRetryMs, mailTimeoutMs } from '../limits.ts'

const ofAccount = 'for your Keyhold account'

const changed = {
  password: `The password ${ofAccount} was changed`,
  email: `The email address ${ofAccount} was changed`,
  app_on: `An authenticator app was set up for your Keyhold account`,
  app_off: `The authenticator app ${ofAccount} was removed`,
  passkey_added: 'A passkey was added to your Keyhold account',
  passkey_removed: 'A passkey was removed from your Keyhold account',
  recovery_codes: `New recovery codes ${ofAccount} were made`,
  recovery_code_used: `A recovery code ${ofAccount} was used`,
  second_factor_reset: `The second factor ${ofAccount} was reset by an administrator`,
}

/** Mails what was changed to the address of before the change. */
export const mailChangeNotices = (publicUrl: string): JobHandler =>
  onJob(
    mailChangeNotice,
    async ({ data: { userId, to, what, at }, attempt, actor, call }) => {
      const body = {
        key: `changed:${userId}:${at}:${what}:${attempt}`,
        landlordId: null,
        channel: 'email' as const,
        to,
        subject: changed[what],
        body: `${changed[what]} on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.\n\nIf this wasn’t you, reset your password now. This signs out every device:\n${publicUrl}/forgot-password`,
      }
      const { status, reason } = await call(deliver, actor, { body, timeoutMs: mailTimeoutMs })
      if (status === 'failed') throw new Error(`The mail could not be sent: ${reason}`)
    },
    { delaysMs: mailRetryMs, concurrency: 10 },
  )
