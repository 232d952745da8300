import * as routes from './invoices.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, id, instant, pageQuery } from '../scalars.ts'
import { z } from '../zod.ts'

export const Invoice = z
  .object({
    id,
    number: z.string(),
    status: z.enum(['paid', 'open', 'void', 'uncollectible']),
    description: z.string(),
    /** What is left to pay after `creditApplied`. */
    amountDue: amount,
    /** Credit that paid part of it or all of it. */
    creditApplied: amount,
    /** Credit that it gave: the unused time on the old plan was worth more than the new plan. */
    creditAdded: amount,
    amountPaid: amount,
    periodStart: instant.nullable(),
    periodEnd: instant.nullable(),
    createdAt: instant,
    /** The provider's page and PDF; null in test mode. */
    hostedUrl: z.string().nullable(),
    pdfUrl: z.string().nullable(),
  })
  .meta({ id: 'Invoice' })

export type Invoice = z.output<typeof Invoice>

export const listInvoices = endpoint(routes.listInvoices, {
  query: pageQuery,
  response: z.array(Invoice),
  paged: true,
  summary: "Invoices of the landlord's subscription",
})
