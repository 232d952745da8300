import * as routes from './tenants.routes.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  calendarDate,
  email,
  flag,
  id,
  instant,
  money,
  optional,
  pageQuery,
  search,
  whole,
} from '../scalars.ts'
import { z } from '../zod.ts'
import { personFields } from './person.ts'
import { prorationMethods, termKinds } from './tenancies.ts'

export const portalAccess = ['none', 'invited', 'active'] as const

export const Tenant = z
  .object({
    id,
    landlordId: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    dateOfBirth: calendarDate.nullable(),
    emergencyContactName: z.string().nullable(),
    emergencyContactPhone: z.string().nullable(),
    employerName: z.string().nullable(),
    monthlyIncome: amount.nullable(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    // Unit and terms are those of the current or last tenancy.
    unitId: id.nullable(),
    /** Null where the property has one unit. */
    unitName: z.string().nullable(),
    tenancyId: id.nullable(),
    /** The other present members of the tenancy. */
    coTenants: z.array(z.object({ tenantId: id, name: z.string() })),
    leaseStartDate: calendarDate.nullable(),
    leaseEndDate: calendarDate.nullable(),
    /** As of today's date at the property. */
    monthlyRent: amount.nullable(),
    securityDeposit: amount.nullable(),
    isActive: z.boolean(),
    archivedAt: instant.nullable(),
    /** `active`: the tenant can sign in to the portal. */
    portalAccess: z.enum(portalAccess),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Tenant' })

export type Tenant = z.output<typeof Tenant>

const TenantFields = z.object({
  ...personFields,
  email,
  propertyId: optional(id),
  /** A unit of the property; its first, unless given. */
  unitId: optional(id),
  leaseStartDate: optional(calendarDate),
  leaseEndDate: optional(calendarDate),
  monthlyRent: optional(money(0.01, 'Monthly rent must be a valid positive number')),
  securityDeposit: optional(money(0, 'Security deposit must be a valid number')),
  isActive: flag.optional(),
  /** `fixed` unless given. */
  termKind: z.enum(termKinds).optional(),
  /** Day of the month on which rents are due; the day of the lease start unless given. */
  dueDay: optional(whole(1, 31, 'Enter a day from 1 to 31')),
  /** How the first and the last part of a month are charged; in full unless given. */
  proration: z.enum(prorationMethods).optional(),
  /** A lease shorter than twelve months has no rents after its end. */
  endsWithTerm: flag.optional(),
  /** The last day that the previous tenants of the unit pay: the first rent is the remainder of that month. */
  splitAfter: optional(calendarDate),
  /** Rents due before this day are not charged; all since the lease start are, unless given. */
  billFrom: optional(calendarDate),
  /** With `tenancyId`: the day on which the co-tenant moved in; today unless given, and no earlier than the tenancy. */
  joinedOn: optional(calendarDate),
})

const endsAfterStart = (tenant: {
  leaseStartDate?: string | null | undefined
  leaseEndDate?: string | null | undefined
}) => !tenant.leaseStartDate || !tenant.leaseEndDate || tenant.leaseEndDate > tenant.leaseStartDate

const endsTooEarly = { path: ['leaseEndDate'], message: 'The lease must end after it starts' }

/** `tenancyId` adds a co-tenant to that tenancy; home and terms of the form are ignored then. */
export const TenantForm = TenantFields.extend({ tenancyId: optional(id) }).refine(endsAfterStart, endsTooEarly)

/**
 * Absent: unchanged. With `rentFrom` another `monthlyRent` holds for the rents that begin on that day or later, as a step of the tenancy's rent;
 * without it the rent in force is corrected. What is charged stays in both cases. The lease dates are validated again together with the stored ones. A former tenant who is set active is treated as never
 * having left, unless `leaseStartDate` is after the move-out: then they move in again, in a tenancy of their own. `tenancyId` makes the tenant
 * leave their tenancy and become a co-tenant of that one; home and terms of the form are ignored then.
 */
export const TenantChanges = TenantFields.extend({ tenancyId: optional(id), rentFrom: optional(calendarDate) })
  .partial()
  .refine(endsAfterStart, endsTooEarly)

export const TenantListQuery = pageQuery.extend({
  q: search,
  propertyId: id.optional(),
  /** Archived tenants are listed only with `archived`. */
  status: z.enum(['active', 'inactive', 'archived']).optional(),
  sort: z.enum(['newest', 'name']).default('newest'),
})

export const listTenants = endpoint(routes.listTenants, {
  query: TenantListQuery,
  response: z.array(Tenant),
  paged: true,
  summary: "The landlord's tenants",
})

export const getTenant = endpoint(routes.getTenant, {
  response: Tenant,
  summary: 'One tenant, archived or not',
})

export const createTenant = endpoint(routes.createTenant, {
  status: 201,
  body: TenantForm,
  response: Tenant,
  summary: 'Add a tenant; with rent and lease start, 12 monthly rents are set up',
})

export const updateTenant = endpoint(routes.updateTenant, {
  body: TenantChanges,
  response: Tenant,
  summary: 'Change the given fields of a tenant',
})

export const deleteTenant = endpoint(routes.deleteTenant, {
  summary: 'Archive a tenant; ledger and history are kept',
})

export const TenantProfile = Tenant.pick({
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  leaseStartDate: true,
  leaseEndDate: true,
  monthlyRent: true,
  securityDeposit: true,
  isActive: true,
  unitName: true,
})
  .extend({
    /** The rent of the next step, and the day from which it holds; null: no other rent is planned. */
    nextRent: z.object({ startsOn: calendarDate, monthlyRent: amount }).nullable(),
    /** The names of the others who share the rent. */
    coTenants: z.array(z.string()),
    /** The tenant's own part of a shared rent, where the landlord entered one. */
    rentShare: amount.nullable(),
  })
  .meta({ id: 'TenantProfile' })

export const tenantProfile = endpoint(routes.tenantProfile, {
  response: TenantProfile.nullable(),
  summary: "The tenant's own record; null until a landlord's invitation is accepted",
})

/** An entry in the history of a tenant's record and tenancy. */
export const TenantChange = z
  .object({
    id,
    at: instant,
    by: z.enum(['landlord', 'tenant', 'system']),
    /** `moved_in`: again, after a move-out; `joined`: an existing tenancy, as a co-tenant. */
    what: z.enum(['created', 'changed', 'registered', 'moved_out', 'moved_in', 'joined', 'archived', 'restored']),
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  })
  .meta({ id: 'TenantChange' })

export type TenantChange = z.output<typeof TenantChange>

export const tenantHistory = endpoint(routes.tenantHistory, {
  query: pageQuery,
  response: z.array(TenantChange),
  paged: true,
  summary: 'Changes of a tenant, newest first; of archived tenants too',
})

/** 409 where another active tenant has the e-mail address. */
export const restoreTenant = endpoint(routes.restoreTenant, {
  response: Tenant,
  summary: 'Restore an archived tenant as an inactive one',
})
