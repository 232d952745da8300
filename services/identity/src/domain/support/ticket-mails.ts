import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages } from '@keyhold/contracts/pages'
import type { Tx } from '@keyhold/kit/database/database'
import { startWorker, type Worker } from '@keyhold/kit/jobs/worker'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, sql } from 'drizzle-orm'
import { supportTickets, ticketMessages } from '../../schema/support.ts'
import { users } from '../../schema/users.ts'

const batch = 10
/** Messaging gives a provider 8 seconds. */
const timeoutMs = 12_000
/** How long a mail that reports nothing is believed to be under way; its process may have died. */
const leaseMs = 60_000
const attemptsAtMost = 3

type Due = typeof ticketMessages.$inferSelect

/** Mails landlords what administrators answered: soon after, and every `everyMs` what a crash or another process left. */
export function startTicketMails(publicUrl: string, { db, call, clock, log }: Tools, everyMs = 5000): Worker {
  async function send(message: Due): Promise<void> {
    const { id, landlordId, ticketId, mailAttempts } = message
    const actor = serviceActor('identity', landlordId)
    const to = await db.transaction(actor, (tx) => addressee(tx, ticketId))
    if (to) {
      const body = {
        // Each attempt anew: for a key that failed, messaging answers the failure.
        key: `ticket-answer:${id}:${mailAttempts}`,
        landlordId,
        channel: 'email' as const,
        to: to.email,
        ...letter(publicUrl, to, message),
      }
      const sent = await call(deliver, actor, { body, timeoutMs }).catch((error: unknown) => ({
        status: 'failed' as const,
        reason: error,
      }))
      if (sent.status === 'failed') {
        log.warn({ messageId: id, attempts: mailAttempts, reason: sent.reason }, 'a support answer could not be mailed')
        // No answer is no attempt: asked again under the same key, messaging sends nothing twice, and comes back one day.
        if (sent.reason instanceof Refusal && sent.reason.code === 'unavailable')
          return void (await db.transaction(actor, (tx) =>
            tx
              .update(ticketMessages)
              .set({ mailAttempts: mailAttempts - 1 })
              .where(and(eq(ticketMessages.id, id), eq(ticketMessages.mailAttempts, mailAttempts))),
          ))
        if (mailAttempts < attemptsAtMost) return
      }
    }
    await db.transaction(actor, (tx) =>
      tx.update(ticketMessages).set({ mailDueAt: null }).where(eq(ticketMessages.id, id)),
    )
  }

  return startWorker(
    async () => {
      const due = await db.adminTransaction('mails to all landlords', (tx) => takeDue(tx, clock.now()))
      await Promise.all(due.map(send))
      return due.length === batch
    },
    { everyMs, failed: (error) => log.warn({ error }, 'support answers could not be mailed, will try again') },
  )
}

/** Takes messages whose mail is due; another process gets others. */
function takeDue(tx: Tx, now: Date): Promise<Due[]> {
  const due = sql`select id from ${ticketMessages} where mail_due_at <= ${now.toISOString()}::timestamptz order by mail_due_at limit ${batch} for update skip locked`
  return tx
    .update(ticketMessages)
    .set({
      mailDueAt: new Date(now.getTime() + leaseMs).toISOString(),
      mailAttempts: sql`${ticketMessages.mailAttempts} + 1`,
    })
    .where(sql`${ticketMessages.id} in (${due})`)
    .returning()
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

function letter(publicUrl: string, { firstName, subject, ticketId }: Addressee, { body }: Due) {
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
