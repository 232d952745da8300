import * as routes from './proposals.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { ProposalOutcome } from '../messaging/assistant.ts'
import { calendarDate, id } from '../scalars.ts'
import { z } from '../zod.ts'

/** Times that a tenant can take, earliest first, of requests that are open. */
export const offeredVisits = endpoint(routes.offeredVisits, {
  response: z.array(
    z.object({
      visitId: id,
      requestId: id,
      /** Of the request. */
      title: z.string(),
      date: calendarDate,
      /** `HH:MM` where the property stands. */
      from: z.string(),
      to: z.string(),
    }),
  ),
  summary: 'The times for visits that a tenant can choose from, at most 20',
})

/** A request that a tenant let the assistant open, or a visit that it booked; or why it could not. */
export const MaintenanceProposalSettled = event({
  type: 'maintenance.proposal.settled',
  version: 1,
  subject: 'messageId',
  data: ProposalOutcome,
})
