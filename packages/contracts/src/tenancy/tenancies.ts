import * as routes from './tenancies.routes.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  calendarDate,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  prose,
  search,
  whole,
} from '../scalars.ts'
import { z } from '../zod.ts'
import { InsuredTenant } from './insurance.ts'

/**
 * Called before a property is deleted, or archived as of `archivedAt`: no tenant can be given it until a later event says that it was restored.
 * 409 while an active tenant lives there. Idempotent.
 */
export const releaseProperty = endpoint(routes.releaseProperty, {
  body: z.object({ propertyId: id, name: z.string(), timeZone: z.string(), archivedAt: instant.optional() }),
  response: z.object({ propertyId: id }),
  summary: 'Release a property that is about to be deleted or archived',
})

/**
 * `fixed`: rents stop at the end date, or after the first twelve if that is later; `rollover`: they continue month to month; `at_will`: there is no
 * end date.
 */
export const termKinds = ['fixed', 'rollover', 'at_will'] as const

/** The charge for part of a month: in full, by the days of that month, by a month of 30 days, by a year of 365 days. */
export const prorationMethods = ['none', 'actual', 'thirty', 'annual365'] as const

/** `holdover`: a fixed term has ended and its tenants have not moved out. */
export const tenancyStatuses = ['open', 'upcoming', 'active', 'month_to_month', 'holdover', 'ended'] as const

/** The rents that are set up at once; later ones are posted as they come due. */
export const plannedRents = 12

/** Days before its due date on which a rent is posted. */
export const defaultPostingDays = 5
export const maxPostingDays = 60

export const maxRentSteps = 60

/** How far ahead the dashboard looks for ending tenancies. */
export const attentionDays = 60

/**
 * How rents are charged. Without it they are due on the day of the month of the start date and not prorated; the first twelve are posted at once,
 * later ones five days before they are due.
 */
export const Billing = z.object({
  /** Day of the month, or its last day in shorter months; null: the day of the start date. */
  dueDay: z.int().min(1).max(31).nullable(),
  proration: z.enum(prorationMethods),
  /** Null: the first twelve rents are posted at once, like those of a tenancy without billing terms. */
  postingDays: z.int().min(0).max(maxPostingDays).nullable(),
  /** Where twelve rents are posted at once: a fixed term shorter than twelve months has none after its end. */
  endsWithTerm: z.boolean().optional(),
  /** The last day of the first month that the previous tenants of the unit pay; the first rent is the remainder of that month. */
  splitAfter: calendarDate.nullable().optional(),
  /** Rents that are due before this day are not charged: they were billed elsewhere. Null: all since the start. */
  billFrom: calendarDate.nullable().optional(),
})

export type Billing = z.output<typeof Billing>

/** The rent from a date on. */
export const RentStep = z.object({ startsOn: calendarDate, monthlyRent: amount })

export type RentStep = z.output<typeof RentStep>

export const TenancyMember = z.object({
  tenantId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** Null: from the start. */
  joinedOn: calendarDate.nullable(),
  /** Null: has not left. */
  leftOn: calendarDate.nullable(),
})

/** One or more tenants in a unit on the same terms, who share one ledger. */
export const Tenancy = z
  .object({
    id,
    landlordId: id,
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    unitId: id.nullable(),
    /** Null where the property has one unit. */
    unitName: z.string().nullable(),
    /** The tenant whose id the shared ledger has. */
    accountId: id,
    tenants: z.array(TenancyMember),
    startDate: calendarDate.nullable(),
    endDate: calendarDate.nullable(),
    termKind: z.enum(termKinds),
    /** The initial rent; later rents are in `rentSteps`. */
    monthlyRent: amount.nullable(),
    /** As of today's date at the property. */
    currentRent: amount.nullable(),
    rentSteps: z.array(RentStep),
    securityDeposit: amount.nullable(),
    billing: Billing.nullable(),
    movedOutOn: calendarDate.nullable(),
    /** Derived from the dates and today's date at the property; `open` without a start date. */
    status: z.enum(tenancyStatuses),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Tenancy' })

export type Tenancy = z.output<typeof Tenancy>

const rentStep = z.object({
  startsOn: calendarDate,
  monthlyRent: money(0.01, 'Monthly rent must be a valid positive number'),
})

/** Absent: unchanged. Rents that are due or have a payment do not change; future ones follow the new terms. */
export const TenancyChanges = z
  .object({
    unitId: id,
    startDate: optional(calendarDate),
    endDate: optional(calendarDate),
    termKind: z.enum(termKinds),
    monthlyRent: optional(money(0.01, 'Monthly rent must be a valid positive number')),
    /** In date order, each after the start date. */
    rentSteps: z.array(rentStep).max(maxRentSteps),
    securityDeposit: optional(money(0, 'Security deposit must be a valid number')),
    billing: z
      .object({
        dueDay: optional(whole(1, 31, 'Enter a day from 1 to 31')),
        proration: z.enum(prorationMethods).default('none'),
        /** Null: the first twelve rents are posted at once. */
        postingDays: whole(0, maxPostingDays, `A number of days from 0 to ${maxPostingDays}`)
          .nullable()
          .default(defaultPostingDays),
        /** Absent: unchanged. */
        endsWithTerm: flag.optional(),
        /** Absent: unchanged. */
        billFrom: optional(calendarDate),
      })
      .nullable(),
  })
  .partial()

export const TenancyListQuery = pageQuery.extend({
  q: search,
  propertyId: id.optional(),
  unitId: id.optional(),
  tenantId: id.optional(),
  /** `current`: every status but `ended`. */
  status: z.enum(['current', 'ended']).optional(),
  /** Those whose end date is at most so many days away or has passed. */
  endingWithin: whole(0, 730, 'A number of days').optional(),
})

export const listTenancies = endpoint(routes.listTenancies, {
  query: TenancyListQuery,
  response: z.array(Tenancy),
  paged: true,
  summary: 'Tenancies, newest first; with `endingWithin` in the order of their end dates',
})

export const getTenancy = endpoint(routes.getTenancy, {
  response: Tenancy,
  summary: 'One tenancy',
})

export const updateTenancy = endpoint(routes.updateTenancy, {
  body: TenancyChanges,
  response: Tenancy,
  summary: 'Change the terms of a tenancy',
})

/** `movedOutOn` null cancels a planned move-out. */
export const MoveOutForm = z.object({
  movedOutOn: calendarDate.nullable(),
  tenantId: optional(id),
  reason: optional(prose(500)),
})

/** All tenants, or `tenantId` only; the tenancy ends with the last one. A future date is a plan: the tenants become inactive when it comes. */
export const moveOut = endpoint(routes.moveOut, {
  body: MoveOutForm,
  response: Tenancy,
  summary: 'Tenants move out; rents end on that day, the last one prorated according to the terms',
})

export const tenancyAttention = endpoint(routes.tenancyAttention, {
  query: z.object({
    days: whole(1, 365, 'A number of days').default(attentionDays),
    limit: whole(1, 50, 'A number').default(5),
  }),
  response: z.object({
    total: z.int(),
    ending: z.array(
      z.object({
        tenancyId: id,
        tenantId: id,
        name: line(400),
        propertyName: z.string().nullable(),
        endDate: calendarDate,
      }),
    ),
    /** Tenants whose renters insurance is missing, too low, over or ending. */
    insurance: z.object({ total: z.int(), items: z.array(InsuredTenant) }),
    withoutHome: z.object({
      total: z.int(),
      items: z.array(
        z.object({ tenantId: id, name: z.string(), propertyName: z.string().nullable(), registeredAt: instant }),
      ),
    }),
  }),
  summary:
    'Tenancies that end soon or are in holdover, and tenants who registered by a link whose home they could not be given',
})
