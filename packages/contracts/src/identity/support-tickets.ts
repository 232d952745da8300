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
  summary: "The landlord's own questions to the platform",
})

export const openTicket = endpoint(routes.openTicket, {
  status: 201,
  body: TicketForm,
  response: SupportThread,
  summary: 'Ask the platform for help',
})

export const getTicket = endpoint(routes.getTicket, {
  response: SupportThread,
  summary: 'One question with its answers',
})

export const replyToTicket = endpoint(routes.replyToTicket, {
  body: TicketReplyForm,
  response: SupportThread,
  summary: 'Add to a question; opens it again',
})

export const closeTicket = endpoint(routes.closeTicket, {
  response: SupportThread,
  summary: 'Close a question',
})

export const listAllTickets = endpoint(routes.listAllTickets, {
  query: ticketQuery,
  response: z.array(SupportTicket),
  paged: true,
  summary: 'Questions of all landlords',
})

export const getAnyTicket = endpoint(routes.getAnyTicket, {
  response: SupportThread,
  summary: 'One question of any landlord',
})

export const answerTicket = endpoint(routes.answerTicket, {
  body: TicketReplyForm,
  response: SupportThread,
  summary: 'Answer a question',
})

export const closeAnyTicket = endpoint(routes.closeAnyTicket, {
  response: SupportThread,
  summary: 'Close a question of any landlord',
})

/** That it changed, not what was written: nobody but the two sides has to read that. */
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
