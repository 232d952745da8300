import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { newPassword } from './identity.ts'
import { landlords, tenants } from './roles.ts'
import { amount, calendarDate, email, factsQuery, flag, id, instant, line, money, optional, pageQuery, phone, prose, search } from './scalars.ts'
import { z } from './zod.ts'

export const invalidInvitation = 'This invitation link is invalid, expired, or has already been used.'
export const invitationDays = 7
/** How many invitations a landlord may make within 24 hours. */
export const invitationsPerDay = 100

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
    /** Name of the property, for lists. */
    propertyName: z.string().nullable(),
    // The unit and the terms of the tenancy that the tenant is, or was last, part of.
    unitId: id.nullable(),
    /** Null where the property has one unit. */
    unitName: z.string().nullable(),
    tenancyId: id.nullable(),
    /** Others who are part of it now. */
    coTenants: z.array(z.object({ tenantId: id, name: z.string() })),
    leaseStartDate: calendarDate.nullable(),
    leaseEndDate: calendarDate.nullable(),
    monthlyRent: amount.nullable(),
    securityDeposit: amount.nullable(),
    isActive: z.boolean(),
    archivedAt: instant.nullable(),
    /** Whether this tenant can sign in to the portal. */
    portalAccess: z.enum(portalAccess),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Tenant' })
export type Tenant = z.output<typeof Tenant>

const person = {
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  phone: optional(phone),
  dateOfBirth: optional(calendarDate),
  emergencyContactName: optional(line(200)),
  emergencyContactPhone: optional(phone),
  employerName: optional(line(200)),
  monthlyIncome: optional(money(0, 'Monthly income must be a valid number')),
}

const TenantFields = z.object({
  ...person,
  email,
  propertyId: optional(id),
  /** One of the property's; its first unless given. */
  unitId: optional(id),
  leaseStartDate: optional(calendarDate),
  leaseEndDate: optional(calendarDate),
  monthlyRent: optional(money(0.01, 'Monthly rent must be a valid positive number')),
  securityDeposit: optional(money(0, 'Security deposit must be a valid number')),
  isActive: flag.optional(),
})

const endsAfterStart = (tenant: { leaseStartDate?: string | null | undefined; leaseEndDate?: string | null | undefined }) =>
  !tenant.leaseStartDate || !tenant.leaseEndDate || tenant.leaseEndDate > tenant.leaseStartDate
const endsTooEarly = { path: ['leaseEndDate'], message: 'The lease must end after it starts' }

/** `tenancyId`: a co-tenant of that tenancy, whose place and terms hold; those of the form are not read then. */
export const TenantForm = TenantFields.extend({ tenancyId: optional(id) }).refine(endsAfterStart, endsTooEarly)
/**
 * The fields a PUT carries; the end of the lease is judged again with what is stored. Who had left and is set active was there all along, unless
 * `leaseStartDate` lies after the day they moved out: then they move in again, and a tenancy of their own begins on that day. `tenancyId`: they
 * leave where they live and become a co-tenant of that tenancy; place and terms of the form are not read then.
 */
export const TenantChanges = TenantFields.extend({ tenancyId: optional(id) })
  .partial()
  .refine(endsAfterStart, endsTooEarly)

export const TenantListQuery = pageQuery.extend({
  q: search,
  propertyId: id.optional(),
  /** Archived ones stand in this list alone. */
  status: z.enum(['active', 'inactive', 'archived']).optional(),
  sort: z.enum(['newest', 'name']).default('newest'),
})

export const listTenants = endpoint({
  method: 'GET',
  path: '/api/tenants',
  access: landlords,
  query: TenantListQuery,
  response: z.array(Tenant),
  paged: true,
  summary: "The landlord's tenants",
})
export const getTenant = endpoint({
  method: 'GET',
  path: '/api/tenants/:id',
  access: landlords,
  response: Tenant,
  summary: 'One tenant, of the archived too',
})
export const createTenant = endpoint({
  method: 'POST',
  path: '/api/tenants',
  access: landlords,
  status: 201,
  body: TenantForm,
  response: Tenant,
  summary: 'Add a tenant; with rent and lease start, 12 monthly rents are set up',
})
export const updateTenant = endpoint({
  method: 'PUT',
  path: '/api/tenants/:id',
  access: landlords,
  body: TenantChanges,
  response: Tenant,
  summary: 'Change the given fields of a tenant',
})
export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/api/tenants/:id',
  access: landlords,
  summary: 'Archive a tenant; ledger and history stay',
})

export const invitationStatuses = ['pending', 'accepted', 'expired', 'revoked'] as const
export const smsStatuses = ['sent', 'failed'] as const

export const Invitation = z
  .object({
    id,
    landlordId: id,
    email: z.string(),
    phone: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    propertyId: id.nullable(),
    message: z.string().nullable(),
    sendSMS: z.boolean(),
    status: z.enum(invitationStatuses),
    smsSent: z.boolean(),
    expiresAt: instant,
    createdAt: instant,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

export const InvitationForm = z.object({
  email,
  phone: optional(phone),
  firstName: optional(line(100)),
  lastName: optional(line(100)),
  propertyId: optional(id),
  message: optional(prose(1000)),
  sendSMS: flag.default(false),
})

/** The record as created: the link is shown this once, only its token's hash is kept. `smsStatus` stands where an SMS was asked for. */
export const InvitationCreated = Invitation.extend({
  inviteLink: z.string(),
  smsStatus: z.enum(smsStatuses).optional(),
  /** Why the SMS failed, as a sentence. */
  smsError: z.string().optional(),
}).meta({ id: 'InvitationCreated' })

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/tenant-invitations',
  access: landlords,
  status: 201,
  body: InvitationForm,
  response: InvitationCreated,
  summary: 'Invite a tenant by link, e-mail and, if asked, SMS',
})
export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/tenant-invitations',
  access: landlords,
  query: pageQuery.extend({ status: z.enum(invitationStatuses).optional() }),
  response: z.array(Invitation),
  paged: true,
  summary: 'Invitations and what became of them',
})
export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/api/tenant-invitations/:id/revoke',
  access: landlords,
  response: Invitation,
  summary: 'Withdraw a pending invitation; its link stops working',
})

const token = z.string().min(1).max(200)
export const lookUpInvitation = endpoint({
  method: 'GET',
  path: '/api/tenant-invitations/:token',
  access: 'public',
  params: { token },
  response: z.object({
    email: z.string(),
    message: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phone: z.string().nullable(),
    landlordName: z.string(),
    expiresAt: instant,
  }),
  summary: 'What an invitation link says',
})

export const RegistrationForm = z.object({ ...person, token, password: newPassword.optional() })
export const registerTenant = endpoint({
  method: 'POST',
  path: '/api/tenant-register',
  access: 'public',
  status: 201,
  body: RegistrationForm,
  response: z.object({ tenantId: id, email: z.string(), canSignIn: z.boolean() }),
  summary: 'Register from an invitation; with a password the tenant can sign in at once',
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
}).meta({ id: 'TenantProfile' })
export const tenantProfile = endpoint({
  method: 'GET',
  path: '/api/tenant/profile',
  access: tenants,
  response: TenantProfile.nullable(),
  summary: "The tenant's own record; null until a landlord's invitation is accepted",
})

export const TenantFacts = z.object({
  tenantId: id,
  landlordId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  propertyId: id.nullable(),
  leaseStartDate: calendarDate.nullable(),
  leaseEndDate: calendarDate.nullable(),
  monthlyRent: amount.nullable(),
  isActive: z.boolean(),
  // Absent in facts told before these were added.
  unitId: id.nullable().optional(),
  tenancyId: id.nullable().optional(),
  /** Under this tenant's id the ledger stands; the tenant's own unless a co-tenant came first. */
  accountId: id.nullable().optional(),
})
export const tenantFacts = endpoint({
  method: 'GET',
  path: '/internal/tenants/:id',
  access: 'service',
  response: TenantFacts,
  summary: 'What other services keep of a tenant',
})

/** Archived ones too, by id; `after` is the last id of the answer before. */
export const listTenantFacts = endpoint({
  method: 'GET',
  path: '/internal/tenant-facts',
  access: 'service',
  query: factsQuery,
  response: z.array(TenantFacts),
  summary: 'What other services keep of all tenants of a landlord',
})

export const tenantSummary = endpoint({
  method: 'GET',
  path: '/internal/tenant-summary',
  access: 'service',
  response: z.object({ active: z.int() }),
  summary: 'Counts for the dashboard',
})

/**
 * Before a property is deleted, or put away as of `archivedAt`: from here on no tenant gets it, until a later fact says that it is restored.
 * Refused while an active tenant has it; safe to repeat.
 */
export const releaseProperty = endpoint({
  method: 'POST',
  path: '/internal/property-releases',
  access: 'service',
  body: z.object({ propertyId: id, name: z.string(), timeZone: z.string(), archivedAt: instant.optional() }),
  response: z.object({ propertyId: id }),
  summary: 'Let go of a property that is about to be deleted or archived',
})

export const TenantCreated = event({ type: 'tenancy.tenant.created', version: 1, subject: 'tenantId', data: TenantFacts })
export const TenantUpdated = event({ type: 'tenancy.tenant.updated', version: 1, subject: 'tenantId', data: TenantFacts })
/** The tenant became inactive or was archived. */
export const TenantLeft = event({ type: 'tenancy.tenant.left', version: 1, subject: 'tenantId', data: TenantFacts })

export const InvitationAccepted = event({
  type: 'tenancy.invitation.accepted',
  version: 1,
  subject: 'invitationId',
  data: z.object({ invitationId: id, landlordId: id, tenantId: id, firstName: z.string(), lastName: z.string(), email: z.string() }),
})
/** Created, revoked or delivered: what a list of invitations shows has changed. */
export const InvitationChanged = event({
  type: 'tenancy.invitation.changed',
  version: 1,
  subject: 'invitationId',
  data: z.object({ invitationId: id, landlordId: id, status: z.enum(invitationStatuses) }),
})
