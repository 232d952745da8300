import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages } from '@keyhold/contracts/pages'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { type JobHandler, onJob, Postpone } from '@keyhold/kit/jobs/queue'
import { eq } from 'drizzle-orm'
import { mailTicketAnswer } from '../domain/support/tickets.ts'
import { mailPostponeMs, mailRetryMs, mailTimeoutMs } from '../limits.ts'
import { supportTickets, ticketMessages } from '../schema/support.ts'
import { users } from '../schema/users.ts'

type MessageRow = typeof ticketMessages.$inferSelect

/** Mails an administrator's answer to the landlord. */
export const mailTicketAnswers = (publicUrl: string): JobHandler =>
  onJob(
    mailTicketAnswer,
    async ({ data: { messageId }, attempt, landlordId, actor, db, call }) => {
      const mail = await db.transaction(actor, (tx) => findMail(tx, messageId))
      if (!mail) return
      const body = {
        // A key of its own per attempt, because messaging answers a failed key with its failure.
        key: `ticket-answer:${messageId}:${attempt}`,
        landlordId,
        channel: 'email' as const,
        to: mail.to.email,
        ...letter(publicUrl, mail.to, mail.message),
      }
      const { status, reason } = await call(deliver, actor, { body, timeoutMs: mailTimeoutMs }).catch(
        (error: unknown) => {
          // Without an answer the attempt does not count: by the same key messaging sends nothing twice.
          if (error instanceof Refusal && error.code === 'unavailable')
            throw new Postpone(mailPostponeMs, 'Messaging does not answer', { cause: error })
          throw error
        },
      )
      if (status === 'failed') throw new Error(`The mail could not be sent: ${reason}`)
    },
    { delaysMs: mailRetryMs, concurrency: 10 },
  )

async function findMail(tx: Tx, messageId: string): Promise<{ message: MessageRow; to: Addressee } | undefined> {
  const [message] = await tx.select().from(ticketMessages).where(eq(ticketMessages.id, messageId))
  const to = message && (await addressee(tx, message.ticketId))
  return to && { message, to }
}

interface Addressee {
  email: string
  firstName: string
  ticketId: string
  subject: string
}

/** The landlord who asked, unless the account is closed. */
async function addressee(tx: Tx, ticketId: string): Promise<Addressee | undefined> {
  const [found] = await tx
    .select({
      email: users.email,
      firstName: users.firstName,
      subject: supportTickets.subject,
      isActive: users.isActive,
    })
    .from(supportTickets)
    .innerJoin(users, eq(users.id, supportTickets.landlordId))
    .where(eq(supportTickets.id, ticketId))
  return found?.isActive ? { ...found, ticketId } : undefined
}

function letter(publicUrl: string, { firstName, subject, ticketId }: Addressee, { body }: MessageRow) {
  return {
    // A mail's subject is one line of 200 characters.
    subject: `Re: ${subject}`.slice(0, 200),
    body: `Hello ${firstName},

Keyhold support answered your question "${subject}":

${body}

Read it and reply here:
${publicUrl}${pages.supportTicket(ticketId)}`,
  }
}
