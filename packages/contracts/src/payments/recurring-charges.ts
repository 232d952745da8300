import * as routes from './recurring-charges.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id, instant, line, money, optional, pageQuery, whole } from '../scalars.ts'
import { prorationMethods } from '../tenancy/tenancies.ts'
import { z } from '../zod.ts'
import { paymentTypes } from './payments.ts'

// Charges that come again.
export const RecurringCharge = z
  .object({
    id,
    landlordId: id,
    tenantId: id,
    tenantName: z.string(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    paymentType: z.enum(paymentTypes),
    description: z.string(),
    amount,
    startsOn: calendarDate,
    /** The last day it is charged for; null: until the tenancy ends. */
    endsOn: calendarDate.nullable(),
    dueDay: z.int().nullable(),
    proration: z.enum(prorationMethods),
    /** Null: all at once. */
    postingDays: z.int().nullable(),
    /** True for the rent, which follows the tenancy's terms and is changed there. */
    isRent: z.boolean(),
    /** Due date of the next one to be posted; null: none is to come. */
    nextDueDate: calendarDate.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'RecurringCharge' })

export type RecurringCharge = z.output<typeof RecurringCharge>

const RecurringForm = z.object({
  tenantId: id,
  paymentType: z.enum(paymentTypes).default('other'),
  description: line(200, 'Say what it is for'),
  amount: money(0.01, 'Amount is required'),
  startsOn: calendarDate,
  endsOn: optional(calendarDate),
  dueDay: optional(whole(1, 31, 'A day from 1 to 31')),
  proration: z.enum(prorationMethods).default('none'),
  postingDays: whole(0, 60, 'A number of days from 0 to 60').default(5),
})

export const listRecurring = endpoint(routes.listRecurring, {
  query: pageQuery.extend({ tenantId: id.optional() }),
  response: z.array(RecurringCharge),
  paged: true,
  summary: 'Charges that come again every month, rents among them',
})

export const createRecurring = endpoint(routes.createRecurring, {
  status: 201,
  body: RecurringForm,
  response: RecurringCharge,
  summary: 'Charge something every month; what should have been posted by now is posted at once',
})

/** 409 for the rent. */
export const endRecurring = endpoint(routes.endRecurring, {
  body: z.object({ endsOn: calendarDate }),
  response: RecurringCharge,
  summary: 'Charge it no more after a day; what was posted for later and is unpaid is cancelled',
})
