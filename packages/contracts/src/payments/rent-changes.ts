import * as routes from './rent-changes.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, flag, id, money, optional, whole } from '../scalars.ts'
import { prorationMethods, termKinds } from '../tenancy/tenancies.ts'
import { z } from '../zod.ts'

const monthlyRent = money(0.01, 'Monthly rent must be a valid positive number')

/** One rent that will be set up, and how its amount comes about. */
export const RentPart = z.object({
  from: calendarDate,
  to: calendarDate,
  dueDate: calendarDate,
  amount,
  formula: z.string(),
  /** Only part of a month. */
  isPart: z.boolean(),
})

export const RentPreview = z
  .object({
    /** How many rents are set up at once: the first twelve, and those that come due by now. */
    count: z.int(),
    /** Those of them that were due before today; null: none. `billFrom` is the due date from which to bill instead to leave them out. */
    past: z.object({ count: z.int(), total: amount, billFrom: calendarDate.nullable() }).nullable(),
    first: RentPart.nullable(),
    last: RentPart.nullable(),
    /** The lease is a fixed term that ends before its twelfth rent: the landlord says whether rents end with it. */
    isShort: z.boolean(),
    /** The tenants of the unit whose rents end in the month in which these begin. */
    previous: z.object({ tenancyId: id, names: z.string(), lastDay: calendarDate }).nullable(),
  })
  .meta({ id: 'RentPreview' })

export type RentPreview = z.output<typeof RentPreview>

export const previewRents = endpoint(routes.previewRents, {
  query: z.object({
    startDate: calendarDate,
    endDate: optional(calendarDate),
    monthlyRent,
    termKind: z.enum(termKinds).default('fixed'),
    dueDay: optional(whole(1, 31, 'Enter a day from 1 to 31')),
    proration: z.enum(prorationMethods).default('none'),
    endsWithTerm: flag.default(false),
    splitAfter: optional(calendarDate),
    billFrom: optional(calendarDate),
    unitId: optional(id),
  }),
  response: RentPreview,
  summary: 'The rents that a lease would set up, before it is saved',
})

const change = {
  /** The first day of the new rent; it holds for the rents that begin on that day or later. */
  from: calendarDate,
  monthlyRent,
}

/** What a new rent adds to rents that are charged already, because they are due or have money on them. */
export const CatchUp = z
  .object({
    /** Negative: a credit. 0: nothing is charged already. */
    amount,
    formula: z.string(),
    /** The day on which the charge is due. What is paid ahead has a charge of its own, due with the first of its rents. */
    dueDate: calendarDate,
    lines: z.array(
      z.object({
        paymentId: id,
        from: calendarDate,
        to: calendarDate,
        dueDate: calendarDate,
        /** Not due yet, but money is on it at the old rent. */
        isPaidAhead: z.boolean(),
        charged: amount,
        owed: amount,
        difference: amount,
      }),
    ),
  })
  .meta({ id: 'CatchUp' })

export type CatchUp = z.output<typeof CatchUp>

export const previewCatchUp = endpoint(routes.previewCatchUp, {
  query: z.object(change),
  response: CatchUp,
  summary: 'The catch-up for a rent that changes on a day that lies back',
})

/**
 * One charge for what the rents were too low, another one for those that are paid ahead; rents that were too high are reduced, and money on them becomes credit. 409 if `amount` is no longer
 * what the preview says.
 */
export const postCatchUp = endpoint(routes.postCatchUp, {
  body: z.object({ ...change, amount: z.number() }),
  response: CatchUp.extend({
    /** The charges, the first due first. */
    paymentIds: z.array(id),
  }),
  summary: 'Charge or credit the catch-up for a change of rent',
})
