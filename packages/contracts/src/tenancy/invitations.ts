import * as routes from './invitations.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { newPassword } from '../identity/accounts.ts'
import { Branding } from '../identity/branding.ts'
import { email, flag, hasLink, id, instant, optional, pageQuery, personName, phone, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import { personFields } from './person.ts'

export const invalidInvitation = 'This invitation link is invalid, expired, or has already been used.'

/** Days until an invitation link expires. */
export const invitationDays = 7

/** The number of invitations that a landlord can send within 24 hours. */
export const invitationsPerDay = 100

export const invitationStatuses = ['pending', 'accepted', 'expired', 'revoked'] as const

/** `waiting`: it is sent once the landlord has proved who they are, or when there is room. */
export const smsStatuses = ['sent', 'failed', 'waiting'] as const

export const Invitation = z
  .object({
    id,
    landlordId: id,
    email: z.string(),
    phone: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    propertyId: id.nullable(),
    unitId: id.nullable(),
    tenancyId: id.nullable(),
    separate: z.boolean(),
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
  firstName: optional(personName(100)),
  lastName: optional(personName(100)),
  propertyId: optional(id),
  /** A unit of the property; its first, unless given. */
  unitId: optional(id),
  /** They become a co-tenant of this tenancy; the form's home is ignored then. */
  tenancyId: optional(id),
  /** They have a tenancy of their own, although others live there. */
  separate: flag.default(false),
  message: optional(prose(1000).refine((text) => !hasLink(text), 'A message cannot contain links')),
  sendSMS: flag.default(false),
})

/** The link is in this response only: just the hash of its token is stored. `smsStatus` is present where an SMS was requested. */
export const InvitationCreated = Invitation.extend({
  inviteLink: z.string(),
  smsStatus: z.enum(smsStatuses).optional(),
  /** Why the SMS failed, as a sentence for the landlord. */
  smsError: z.string().optional(),
  emailStatus: z.enum(smsStatuses),
}).meta({ id: 'InvitationCreated' })

/** 409 `confirmation-needed` for an occupied home where neither `tenancyId` nor `separate` says how they live there. */
export const createInvitation = endpoint(routes.createInvitation, {
  status: 201,
  body: InvitationForm,
  response: InvitationCreated,
  summary: 'Invite a tenant by link, email and, if requested, SMS',
})

export const listInvitations = endpoint(routes.listInvitations, {
  query: pageQuery.extend({ status: z.enum(invitationStatuses).optional() }),
  response: z.array(Invitation),
  paged: true,
  summary: 'Invitations with their status, newest first',
})

export const revokeInvitation = endpoint(routes.revokeInvitation, {
  response: Invitation,
  summary: 'Revoke a pending invitation; its link stops working',
})

const token = z.string().min(1).max(200)

export const lookUpInvitation = endpoint(routes.lookUpInvitation, {
  params: { token },
  response: z.object({
    email: z.string(),
    message: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phone: z.string().nullable(),
    landlordName: z.string(),
    /** The landlord's own look; everything null for Keyhold's. */
    branding: Branding,
    expiresAt: instant,
  }),
  summary: 'The invitation that a link belongs to',
})

export const RegistrationForm = z.object({ ...personFields, token, password: newPassword.optional() })

export const registerTenant = endpoint(routes.registerTenant, {
  status: 201,
  body: RegistrationForm,
  response: z.object({
    tenantId: id,
    email: z.string(),
    canSignIn: z.boolean(),
    /** The person has an account: a link in their mailbox adds the tenancy to it. */
    isMailed: z.boolean(),
  }),
  summary: 'Register from an invitation; with a password the tenant can sign in at once',
})

export const InvitationAccepted = event({
  type: 'tenancy.invitation.accepted',
  version: 1,
  subject: 'invitationId',
  data: z.object({
    invitationId: id,
    landlordId: id,
    tenantId: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
  }),
})

/** An invitation was created, revoked or delivered. */
export const InvitationChanged = event({
  type: 'tenancy.invitation.changed',
  version: 1,
  subject: 'invitationId',
  data: z.object({ invitationId: id, landlordId: id, status: z.enum(invitationStatuses) }),
})
