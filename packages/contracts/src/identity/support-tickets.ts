import * as routes from './support-tickets.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, line, pageQuery, prose, search } from '../scalars.ts'
import { z } from '../zod.ts'

/** `open` waits for the administrator, `answered` for the landlord. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const

export const TicketMessage = z.object({
  id,
  fromAdmin: z.boolean(),
  author: z.string(),
  body: z.string(),
  createdAt: instant,
})

export const SupportTicket = z
  .object({
    id,
    landlordId: id,
    landlordEmail: z.string(),
    landlordName: z.string(),
    subject: z.string(),
    status: z.enum(ticketStatuses),
    messageCount: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'SupportTicket' })

export type SupportTicket = z.output<typeof SupportTicket>

export const SupportThread = SupportTicket.extend({ messages: z.array(TicketMessage) }).meta({ id: 'SupportThread' })

export type SupportThread = z.output<typeof SupportThread>

export const TicketForm = z.object({
  subject: line(200, 'Subject is required'),
  message: prose(5000, 'Message is required'),
})

export const TicketReplyForm = z.object({ message: prose(5000, 'Message is required') })

const ticketQuery = pageQuery.extend({ status: z.enum([...ticketStatuses, 'unclosed']).optional(), q: search })

export const listTickets = endpoint(routes.listTickets, {
  query: ticketQuery,
  response: z.array(SupportTicket),
  paged: true,
  summary: "The landlord's support tickets",
})

export const openTicket = endpoint(routes.openTicket, {
  status: 201,
  body: TicketForm,
  response: SupportThread,
  summary: 'Open a support ticket',
})

export const getTicket = endpoint(routes.getTicket, {
  response: SupportThread,
  summary: 'A support ticket with its messages',
})

export const replyToTicket = endpoint(routes.replyToTicket, {
  body: TicketReplyForm,
  response: SupportThread,
  summary: 'Reply to a support ticket; reopens it',
})

export const closeTicket = endpoint(routes.closeTicket, {
  response: SupportThread,
  summary: 'Close a support ticket',
})

export const listAllTickets = endpoint(routes.listAllTickets, {
  query: ticketQuery,
  response: z.array(SupportTicket),
  paged: true,
  summary: 'Support tickets of all landlords',
})

export const getAnyTicket = endpoint(routes.getAnyTicket, {
  response: SupportThread,
  summary: 'A support ticket of any landlord',
})

export const answerTicket = endpoint(routes.answerTicket, {
  body: TicketReplyForm,
  response: SupportThread,
  summary: 'Answer a support ticket',
})

export const closeAnyTicket = endpoint(routes.closeAnyTicket, {
  response: SupportThread,
  summary: 'Close a support ticket of any landlord',
})

/** A ticket changed. The event has no text, which only the two sides may read. */
export const TicketChanged = event({
  type: 'identity.ticket.changed',
  version: 1,
  subject: 'ticketId',
  data: z.object({
    ticketId: id,
    landlordId: id,
    status: z.enum(ticketStatuses),
  }),
})
