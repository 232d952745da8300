import { type SupportTicket, type SupportThread, TicketChanged } from '@keyhold/contracts/identity/support-tickets'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { fullName } from '@keyhold/kit/lib/names'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { eq, sql } from 'drizzle-orm'
import { messagesPerTicket } from '../../limits.ts'
import { supportTickets, ticketMessages } from '../../schema/support.ts'
import { users } from '../../schema/users.ts'

/** Mails a landlord what an administrator answered. */
export const mailTicketAnswer = job({ name: 'mail-ticket-answer', data: z.object({ messageId: z.guid() }) })

export type TicketRow = typeof supportTickets.$inferSelect

/** Columns of a ticket as both sides see it, from `support_tickets t` and its landlord's user `u`. */
export const ticketColumns = `t.id, t.landlord_id as "landlordId", coalesce(u.email, '') as "landlordEmail",
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') as "landlordName",
  t.subject, t.status, t.message_count as "messageCount", t.created_at as "createdAt", t.updated_at as "updatedAt"`

/** A ticket with its messages. @throws Refusal 404 */
export async function threadOf(tx: Tx, id: string): Promise<SupportThread> {
  const [ticket] = await tx.execute<SupportTicket>(
    sql`select ${sql.raw(ticketColumns)} from support_tickets t left join users u on u.id = t.landlord_id where t.id = ${id}::uuid`,
  )
  if (!ticket) return notFound('Ticket')
  const messages = await tx
    .select()
    .from(ticketMessages)
    .where(sql`${ticketMessages.landlordId} = ${ticket.landlordId}::uuid and ${ticketMessages.ticketId} = ${id}::uuid`)
    .orderBy(ticketMessages.createdAt, ticketMessages.id)
  return {
    ...ticket,
    messages: messages.map(({ id: messageId, fromAdmin, author, body, createdAt }) => ({
      id: messageId,
      fromAdmin,
      author,
      body,
      createdAt,
    })),
  }
}

/** @throws Refusal 404 */
export async function lockTicket(tx: Tx, id: string): Promise<TicketRow> {
  const [row] = await tx.select().from(supportTickets).where(eq(supportTickets.id, id)).for('update')
  return row ?? notFound('Ticket')
}

interface NewMessage {
  by: string
  fromAdmin: boolean
  body: string
}

/** Opens a ticket with its first message. */
export async function createTicket(
  tx: Tx,
  { landlordId, subject, message }: { landlordId: string; subject: string; message: NewMessage },
  now: Date,
): Promise<TicketRow> {
  const at = now.toISOString()
  const [row] = await tx
    .insert(supportTickets)
    .values({ landlordId, subject, status: 'open', messageCount: 0, createdAt: at, updatedAt: at })
    .returning()
  return addMessage(tx, row!, message, now)
}

/** Adds a message. The landlord's reopens the ticket, also a closed one; the administrator's answers it and is mailed. */
export async function addMessage(
  tx: Tx,
  ticket: TicketRow,
  { by, fromAdmin, body }: NewMessage,
  now: Date,
): Promise<TicketRow> {
  if (ticket.messageCount >= messagesPerTicket) refuse('conflict', 'This ticket is full. Please open a new one.')
  const at = now.toISOString()
  const { id: ticketId, landlordId } = ticket
  const [person] = await tx.select().from(users).where(eq(users.id, by))
  const author = person ? fullName(person) || person.email : 'Unknown'
  const [message] = await tx
    .insert(ticketMessages)
    .values({ landlordId, ticketId, fromAdmin, authorId: by, author, body, createdAt: at })
    .returning({ id: ticketMessages.id })
  if (fromAdmin && message) await enqueue(tx, mailTicketAnswer, { messageId: message.id }, { runAt: now })
  return change(tx, ticketId, {
    status: fromAdmin ? 'answered' : 'open',
    messageCount: ticket.messageCount + 1,
    updatedAt: at,
  })
}

/** False when it was closed already. */
export async function closeTicketRow(tx: Tx, ticket: TicketRow, now: Date): Promise<boolean> {
  if (ticket.status === 'closed') return false
  await change(tx, ticket.id, { status: 'closed', updatedAt: now.toISOString() })
  return true
}

async function change(tx: Tx, id: string, changes: Partial<TicketRow>): Promise<TicketRow> {
  const [row] = await tx.update(supportTickets).set(changes).where(eq(supportTickets.id, id)).returning()
  const { landlordId, status } = row!
  await emit(tx, TicketChanged, { ticketId: id, landlordId, status })
  return row!
}
