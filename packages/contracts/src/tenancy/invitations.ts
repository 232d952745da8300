import * as routes from './invitations.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { newPassword } from '../identity/accounts.ts'
import { calendarDate, email, flag, id, instant, line, money, optional, pageQuery, phone, prose } from '../scalars.ts'
import { z } from '../zod.ts'

export const invalidInvitation = 'This invitation link is invalid, expired, or has already been used.'

export const invitationDays = 7

/** How many invitations a landlord may make within 24 hours. */
export const invitationsPerDay = 100

export const person = {
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  phone: optional(phone),
  dateOfBirth: optional(calendarDate),
  emergencyContactName: optional(line(200)),
  emergencyContactPhone: optional(phone),
  employerName: optional(line(200)),
  monthlyIncome: optional(money(0, 'Monthly income must be a valid number')),
}

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

export const createInvitation = endpoint(routes.createInvitation, {
  status: 201,
  body: InvitationForm,
  response: InvitationCreated,
  summary: 'Invite a tenant by link, e-mail and, if asked, SMS',
})

export const listInvitations = endpoint(routes.listInvitations, {
  query: pageQuery.extend({ status: z.enum(invitationStatuses).optional() }),
  response: z.array(Invitation),
  paged: true,
  summary: 'Invitations and what became of them',
})

export const revokeInvitation = endpoint(routes.revokeInvitation, {
  response: Invitation,
  summary: 'Withdraw a pending invitation; its link stops working',
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
    expiresAt: instant,
  }),
  summary: 'What an invitation link says',
})

export const RegistrationForm = z.object({ ...person, token, password: newPassword.optional() })

export const registerTenant = endpoint(routes.registerTenant, {
  status: 201,
  body: RegistrationForm,
  response: z.object({ tenantId: id, email: z.string(), canSignIn: z.boolean() }),
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

/** Created, revoked or delivered: what a list of invitations shows has changed. */
export const InvitationChanged = event({
  type: 'tenancy.invitation.changed',
  version: 1,
  subject: 'invitationId',
  data: z.object({ invitationId: id, landlordId: id, status: z.enum(invitationStatuses) }),
})
