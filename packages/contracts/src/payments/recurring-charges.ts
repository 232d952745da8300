import * as routes from './recurring-charges.routes.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  calendarDate,
  id,
  instant,
  line,
  moneyDate,
  optional,
  pageQuery,
  positiveMoney,
  whole,
} from '../scalars.ts'
import { defaultPostingDays, prorationMethods } from '../tenancy/tenancies.ts'
import { z } from '../zod.ts'
import { paymentTypes } from './payments.ts'

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
    /** The last day charged for; null: until the tenancy ends. */
    endsOn: calendarDate.nullable(),
    dueDay: z.int().nullable(),
    proration: z.enum(prorationMethods),
    /** How many days before its due date a charge is posted; null: all charges are posted at once. */
    postingDays: z.int().nullable(),
    /** The rent is derived from the tenancy's terms and is changed there. */
    isRent: z.boolean(),
    /** Due date of the next charge to be posted; null: no more charges. */
    nextDueDate: calendarDate.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'RecurringCharge' })

export type RecurringCharge = z.output<typeof RecurringCharge>

const RecurringForm = z.object({
  tenantId: id,
  paymentType: z.enum(paymentTypes).default('other'),
  description: line(200, 'Enter a description'),
  amount: positiveMoney,
  startsOn: moneyDate,
  endsOn: optional(calendarDate),
  dueDay: optional(whole(1, 31, 'Enter a day from 1 to 31')),
  proration: z.enum(prorationMethods).default('none'),
  postingDays: whole(0, 60, 'Enter a number of days from 0 to 60').default(defaultPostingDays),
})

export const listRecurring = endpoint(routes.listRecurring, {
  query: pageQuery.extend({ tenantId: id.optional() }),
  response: z.array(RecurringCharge),
  paged: true,
  summary: 'Monthly recurring charges, including rents',
})

export const createRecurring = endpoint(routes.createRecurring, {
  status: 201,
  body: RecurringForm,
  response: RecurringCharge,
  summary: 'Create a monthly charge; charges that are already due to be posted are posted at once',
})

/** 409 for the rent. */
export const endRecurring = endpoint(routes.endRecurring, {
  body: z.object({ endsOn: calendarDate }),
  response: RecurringCharge,
  summary: 'End a recurring charge after a day; unpaid charges posted for later days are cancelled',
})
