import * as routes from './tenancies.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import {
  amount,
  calendarDate,
  snapshotQuery,
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

/**
 * Before a property is deleted, or put away as of `archivedAt`: from here on no tenant gets it, until a later fact says that it is restored.
 * Refused while an active tenant has it; safe to repeat.
 */
export const releaseProperty = endpoint(routes.releaseProperty, {
  body: z.object({ propertyId: id, name: z.string(), timeZone: z.string(), archivedAt: instant.optional() }),
  response: z.object({ propertyId: id }),
  summary: 'Let go of a property that is about to be deleted or archived',
})

/** What happens at the end date: rents stop, rents go on month by month, or there is no end date. */
export const termKinds = ['fixed', 'rollover', 'at_will'] as const

/** How part of a month is charged: in full, by its own days, by 30 days, by 365 days a year. */
export const prorationMethods = ['none', 'actual', 'thirty', 'annual365'] as const

/** `holdover`: a fixed term is over and its tenants are still there. */
export const tenancyStatuses = ['open', 'upcoming', 'active', 'month_to_month', 'holdover', 'ended'] as const

/** How many days before it is due a rent is posted, unless said otherwise. */
export const defaultPostingDays = 5

/** How rents are charged. Without it a tenancy has twelve rents, due on the day of the month that it starts on, all posted at once, none prorated. */
export const Billing = z.object({
  /** Day of the month, the month's last day where it has none such; null: the day that the tenancy starts on. */
  dueDay: z.int().min(1).max(31).nullable(),
  proration: z.enum(prorationMethods),
  postingDays: z.int().min(0).max(60),
})

export type Billing = z.output<typeof Billing>

/** From this day on the rent is this much. */
export const RentStep = z.object({ startsOn: calendarDate, monthlyRent: amount })

export type RentStep = z.output<typeof RentStep>

export const TenancyMember = z.object({
  tenantId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** Null: from the beginning. */
  joinedOn: calendarDate.nullable(),
  /** Null: still there. */
  leftOn: calendarDate.nullable(),
})

/** One or more tenants in a unit on the same terms, with one ledger between them. */
export const Tenancy = z
  .object({
    id,
    landlordId: id,
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    unitId: id.nullable(),
    /** Null where the property has one unit. */
    unitName: z.string().nullable(),
    /** Under this tenant's id the ledger of all of them stands. */
    accountId: id,
    tenants: z.array(TenancyMember),
    startDate: calendarDate.nullable(),
    endDate: calendarDate.nullable(),
    termKind: z.enum(termKinds),
    /** At the start; later steps stand in `rentSteps`. */
    monthlyRent: amount.nullable(),
    /** What it is today at the property. */
    currentRent: amount.nullable(),
    rentSteps: z.array(RentStep),
    securityDeposit: amount.nullable(),
    billing: Billing.nullable(),
    movedOutOn: calendarDate.nullable(),
    /** Derived from the dates and the property's own day; `open` where no start is known. */
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

/** The fields a PUT carries. Rents that are due already, or that money stands on, stay as they are; later ones follow the new terms. */
export const TenancyChanges = z
  .object({
    unitId: id,
    startDate: optional(calendarDate),
    endDate: optional(calendarDate),
    termKind: z.enum(termKinds),
    monthlyRent: optional(money(0.01, 'Monthly rent must be a valid positive number')),
    /** In the order of their days, each after the start. */
    rentSteps: z.array(rentStep).max(60),
    securityDeposit: optional(money(0, 'Security deposit must be a valid number')),
    billing: z
      .object({
        dueDay: optional(whole(1, 31, 'A day from 1 to 31')),
        proration: z.enum(prorationMethods).default('none'),
        postingDays: whole(0, 60, 'A number of days from 0 to 60').default(defaultPostingDays),
      })
      .nullable(),
  })
  .partial()

export const TenancyListQuery = pageQuery.extend({
  q: search,
  propertyId: id.optional(),
  unitId: id.optional(),
  tenantId: id.optional(),
  /** `current`: somebody lives there, or will. */
  status: z.enum(['current', 'ended']).optional(),
  /** Those whose end date is at most so many days away, the overdue ones among them. */
  endingWithin: whole(0, 730, 'A number of days').optional(),
})

export const listTenancies = endpoint(routes.listTenancies, {
  query: TenancyListQuery,
  response: z.array(Tenancy),
  paged: true,
  summary: 'Tenancies, the newest first; with `endingWithin` the next to end first',
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

/** `movedOutOn` null: a day to come that was noted is taken back. */
export const MoveOutForm = z.object({
  movedOutOn: calendarDate.nullable(),
  tenantId: optional(id),
  reason: optional(prose(500)),
})

/** All of them, or `tenantId` alone; who was the last leaves the tenancy ended. A day in the future is noted, and the tenants become inactive when it comes. */
export const moveOut = endpoint(routes.moveOut, {
  body: MoveOutForm,
  response: Tenancy,
  summary: 'Tenants move out; rents end with that day, the last prorated as the terms say',
})

/** What other services keep of a tenancy. */
export const TenancySnapshot = z.object({
  tenancyId: id,
  landlordId: id,
  propertyId: id.nullable(),
  unitId: id.nullable(),
  accountId: id,
  /** Those who live there; after the last one left, those who were there then. */
  tenantIds: z.array(id),
  startDate: calendarDate.nullable(),
  endDate: calendarDate.nullable(),
  termKind: z.enum(termKinds),
  monthlyRent: amount.nullable(),
  rentSteps: z.array(RentStep),
  securityDeposit: amount.nullable(),
  billing: Billing.nullable(),
  movedOutOn: calendarDate.nullable(),
  /** It never was: an import that was undone. */
  isVoid: z.boolean(),
})

export type TenancySnapshot = z.output<typeof TenancySnapshot>

/** Told after the facts of its tenants, in the same transaction. */
export const TenancyChanged = event({
  type: 'tenancy.tenancy.changed',
  version: 1,
  subject: 'tenancyId',
  data: TenancySnapshot,
})

/** By id; `after` is the last id of the answer before. */
export const listTenancySnapshots = endpoint(routes.listTenancySnapshots, {
  query: snapshotQuery,
  response: z.array(TenancySnapshot),
  summary: 'What other services keep of all tenancies of a landlord',
})

export const tenancyAttention = endpoint(routes.tenancyAttention, {
  query: z.object({ days: whole(1, 365, 'A number of days').default(60), limit: whole(1, 50, 'A number').default(5) }),
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
  }),
  summary: 'Tenancies that end soon or are held over',
})
