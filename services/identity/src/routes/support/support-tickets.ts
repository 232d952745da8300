import type { QueryOf } from '@keyhold/contracts/endpoint'
import {
  answerTicket,
  closeAnyTicket,
  closeTicket,
  getAnyTicket,
  getTicket,
  listAllTickets,
  listTickets,
  openTicket,
  replyToTicket,
  type SupportTicket,
} from '@keyhold/contracts/identity/support-tickets'
import { type Actor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { containing, pageOf, readCursor } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq, sql } from 'drizzle-orm'
import { logAction } from '../../domain/admin/admin-log.ts'
import {
  closeTicketRow,
  lockTicket,
  createTicket,
  addMessage,
  threadOf,
  ticketColumns,
} from '../../domain/support/tickets.ts'
import { limitTickets } from '../../domain/support/ticket-limits.ts'
import { supportTickets } from '../../schema/support.ts'

/** A landlord's support tickets. */
export const supportTicketRoutes = [
  serve(listTickets, ({ actor, query, db }) => db.transaction(actor, (tx) => pageOfTickets(tx, query))),

  serve(openTicket, ({ actor, body, db, clock }) =>
    db.transaction(actor, async (tx) => {
      await limitTickets(tx, { landlordId: actor.landlordId, isNew: true }, clock.now())
      const message = { by: actor.userId, fromAdmin: false, body: body.message }
      const { id } = await createTicket(
        tx,
        { landlordId: actor.landlordId, subject: body.subject, message },
        clock.now(),
      )
      return threadOf(tx, id)
    }),
  ),

  serve(getTicket, ({ actor, params, db }) => db.transaction(actor, (tx) => threadOf(tx, params.id))),

  serve(replyToTicket, ({ actor, params, body, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const ticket = await lockTicket(tx, params.id)
      await limitTickets(tx, { landlordId: actor.landlordId, isNew: false }, clock.now())
      await addMessage(tx, ticket, { by: actor.userId, fromAdmin: false, body: body.message }, clock.now())
      return threadOf(tx, params.id)
    }),
  ),

  serve(closeTicket, ({ actor, params, db, clock }) =>
    db.transaction(actor, async (tx) => {
      await closeTicketRow(tx, await lockTicket(tx, params.id), clock.now())
      return threadOf(tx, params.id)
    }),
  ),
]

/** As above for the administrator, over all landlords. */
export const adminTicketRoutes = [
  serve(listAllTickets, ({ query, db }) =>
    db.adminTransaction('tickets of all landlords', (tx) => pageOfTickets(tx, query)),
  ),

  serve(getAnyTicket, ({ params, db }) =>
    db.adminTransaction('a ticket of any landlord', (tx) => threadOf(tx, params.id)),
  ),

  serve(answerTicket, async ({ actor, params, body, db, clock }) => {
    const now = clock.now()
    return db.transaction(await landlordOf(db, params.id), async (tx) => {
      const ticket = await lockTicket(tx, params.id)
      const { landlordId } = await addMessage(
        tx,
        ticket,
        { by: actor.userId, fromAdmin: true, body: body.message },
        now,
      )
      const details = { ticketId: ticket.id, subject: ticket.subject }
      await logAction(tx, actor, { action: 'ticket_answered', landlordId, targetUserId: landlordId, details }, now)
      return threadOf(tx, params.id)
    })
  }),

  serve(closeAnyTicket, async ({ actor, params, db, clock }) => {
    const now = clock.now()
    return db.transaction(await landlordOf(db, params.id), async (tx) => {
      const { id, landlordId, subject, ...ticket } = await lockTicket(tx, params.id)
      const closed = await closeTicketRow(tx, { id, landlordId, subject, ...ticket }, now)
      if (closed)
        await logAction(
          tx,
          actor,
          { action: 'ticket_closed', landlordId, targetUserId: landlordId, details: { ticketId: id, subject } },
          now,
        )
      return threadOf(tx, id)
    })
  }),
]

/** The administrator writes as this service for the ticket's landlord, so that row level security holds. @throws Refusal 404 */
async function landlordOf(db: Database, id: string): Promise<Actor> {
  const [row] = await db.adminTransaction('the landlord of a ticket', (tx) =>
    tx.select({ landlordId: supportTickets.landlordId }).from(supportTickets).where(eq(supportTickets.id, id)),
  )
  return row ? serviceActor('identity', row.landlordId) : notFound('Ticket')
}

/** Newest first, of the landlords that the transaction may see. */
async function pageOfTickets(tx: Tx, { limit, cursor, q, status }: QueryOf<typeof listTickets>) {
  const behind = readCursor(cursor)
  const pattern = q ? containing(q) : ''
  const matching = sql`true
    ${status === undefined ? sql`` : status === 'unclosed' ? sql`and t.status <> 'closed'` : sql`and t.status = ${status}`}
    ${
      q
        ? sql`and (t.subject ilike ${pattern} or t.landlord_id in (
            select id from users where user_type = 'landlord' and (email || E'\\n' || first_name || ' ' || last_name) ilike ${pattern}))`
        : sql``
    }`
  const rows = await tx.execute<SupportTicket>(sql`
    select ${sql.raw(ticketColumns)} from support_tickets t left join users u on u.id = t.landlord_id
    where ${matching} ${behind ? sql`and (t.created_at, t.id) < ((select created_at from support_tickets where id = ${behind}::uuid), ${behind}::uuid)` : sql``}
    order by t.created_at desc, t.id desc limit ${limit + 1}`)
  const [counted] = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from support_tickets t where ${matching}`,
  )
  return pageOf(rows, limit, counted?.total ?? 0)
}
