import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { everyone, landlords, roles } from './roles.ts'
import { email, flag, id, instant, line, optional, pageQuery, phone, search } from './scalars.ts'
import { z } from './zod.ts'

/** What a person reads when a sign-in fails for whatever reason. */
export const invalidCredentials = 'Invalid email or password'

const userType = z.enum(roles, 'Choose an account type')
const password = z.string('Password is required').min(1, 'Password is required').max(256, 'At most 256 characters')
export const newPassword = z
  .string('Password is required')
  .min(6, 'Password must be at least 6 characters long')
  .max(256, 'At most 256 characters')
  .meta({ examples: ['correct-horse-42'] })

export const User = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    userType,
    landlordId: id.nullable(),
    tenantId: id.nullable(),
    isActive: z.boolean(),
    databaseName: z.string().nullable(),
    subscriptionPlan: z.string().nullable(),
    subscriptionStatus: z.string().nullable(),
    stripeCustomerId: z.string().nullable(),
    stripeSubscriptionId: z.string().nullable(),
    stripePriceId: z.string().nullable(),
    trialStartDate: instant.nullable(),
    trialEndDate: instant.nullable(),
    subscriptionStartDate: instant.nullable(),
    subscriptionEndDate: instant.nullable(),
    /** null: unlimited */
    maxProperties: z.int().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

export const LoginForm = z.object({ email, password, userType })

export const SignupForm = z.object({
  email,
  password: newPassword,
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  phone,
  userType,
  adminName: optional(line(200)),
  adminPhone: optional(line(40)),
})

export const PasswordForm = z.object({ currentPassword: password, newPassword })

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: LoginForm,
  response: User,
  idempotent: false,
  summary: 'Sign in; sets the session cookies',
})
export const signup = endpoint({
  method: 'POST',
  path: '/api/auth/signup',
  access: 'public',
  status: 201,
  body: SignupForm,
  response: User,
  summary: 'Create an account; a landlord starts the 14-day trial',
})
export const currentUser = endpoint({ method: 'GET', path: '/api/auth/user', access: everyone, response: User, summary: 'The signed-in user' })
export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  response: User,
  idempotent: false,
  summary: 'Renew the session; a refresh token used twice ends it',
})
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  response: z.object({ signedOut: z.literal(true) }),
  idempotent: false,
  summary: 'Sign out; ends the session at once',
})
export const confirm = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'public',
  body: z.object({ token: line(200, 'The link is incomplete') }),
  response: z.object({ email: z.string() }),
  idempotent: false,
  summary: 'Open an account that waits for its confirmation link',
})
export const updatePassword = endpoint({
  method: 'POST',
  path: '/api/user/update-password',
  access: everyone,
  body: PasswordForm,
  response: User,
  idempotent: false,
  summary: "Change one's own password; ends one's other sessions",
})

/** How long a mailed link sets a new password. */
export const resetLinkMinutes = 60
export const ForgotPasswordForm = z.object({ email })
export const ResetPasswordForm = z.object({ token: line(200, 'The link is incomplete'), newPassword })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  body: ForgotPasswordForm,
  response: z.object({ accepted: z.literal(true) }),
  summary: 'Ask for a link that sets a new password; the answer is the same whether the account exists',
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  body: ResetPasswordForm,
  response: z.object({ email: z.string() }),
  summary: 'Set a new password by the link mailed for it; ends every session of the account',
})

export const LoginSession = z
  .object({
    id,
    /** The session this very call was made in. */
    current: z.boolean(),
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
    startedAt: instant,
    /** When it was last renewed: within minutes of its last use. */
    lastUsedAt: instant,
  })
  .meta({ id: 'LoginSession' })
export type LoginSession = z.output<typeof LoginSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  access: everyone,
  query: pageQuery,
  response: z.array(LoginSession),
  paged: true,
  summary: 'Where one is signed in',
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  access: everyone,
  summary: "Sign out one of one's own sessions at once",
})
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/user/sessions/end-others',
  access: everyone,
  response: z.object({ ended: z.int() }),
  summary: 'Sign out everywhere else at once',
})

/** A portal login of one of the landlord's tenants. */
export const TenantUser = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string().nullable(),
    /** The tenant record that it opens; null until one is chosen. */
    tenantId: id.nullable(),
    isActive: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'TenantUser' })
export type TenantUser = z.output<typeof TenantUser>

const tenantUserFields = { email, firstName: optional(line(100)), lastName: optional(line(100)), phone: optional(phone), tenantId: optional(id) }
export const TenantUserForm = z.object({ ...tenantUserFields, password: newPassword })
export const TenantUserChanges = z.object({ ...tenantUserFields, email: email.optional(), isActive: flag.optional() })
export const TenantPasswordForm = z.object({ userId: id, newPassword })

export const listTenantUsers = endpoint({
  method: 'GET',
  path: '/api/landlord/tenant-users',
  access: landlords,
  query: pageQuery.extend({ q: search }),
  response: z.array(TenantUser),
  paged: true,
  summary: "Portal logins of the landlord's tenants",
})
export const createTenantUser = endpoint({
  method: 'POST',
  path: '/api/landlord/tenant-users',
  access: landlords,
  status: 201,
  body: TenantUserForm,
  response: TenantUser,
  summary: 'Make a portal login, for a tenant record if one is named',
})
export const updateTenantUser = endpoint({
  method: 'PUT',
  path: '/api/landlord/tenant-users/:id',
  access: landlords,
  body: TenantUserChanges,
  response: TenantUser,
  summary: 'Change the given fields of a portal login; one made inactive is signed out at once',
})
export const deleteTenantUser = endpoint({
  method: 'DELETE',
  path: '/api/landlord/tenant-users/:id',
  access: landlords,
  summary: 'Close a portal login for good; its e-mail can be used again',
})
export const resetTenantPassword = endpoint({
  method: 'POST',
  path: '/api/landlord/reset-password',
  access: landlords,
  body: TenantPasswordForm,
  response: TenantUser,
  summary: "Set a new password for a tenant's portal login; ends its sessions",
})

// For the other services.

/** Public keys that access tokens are verified with (RFC 7517). */
export const jwks = endpoint({
  method: 'GET',
  path: '/internal/jwks',
  access: 'service',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  summary: 'Public keys of the access tokens',
})

/** Sessions that ended while an access token of theirs may still be unexpired: what a gateway must know when it starts. */
export const revokedSessions = endpoint({
  method: 'GET',
  path: '/internal/revoked-sessions',
  access: 'service',
  query: z.object({ since: instant.optional() }),
  response: z.array(z.object({ sessionId: id, until: instant })),
  summary: 'Sessions ended lately',
})

export const UserName = z.object({ id, email: z.string(), firstName: z.string(), lastName: z.string(), phone: z.string().nullable(), userType })
export const userName = endpoint({
  method: 'GET',
  path: '/internal/users/:id',
  access: 'service',
  response: UserName,
  summary: 'Name and address of a user',
})

/**
 * Makes (or, with the right password of an open tenant account, links) the portal login of a tenant record. Safe to repeat.
 * `formerTenantIds`: archived records of the same person with the same landlord, whose login may be given this record.
 */
export const createTenantLogin = endpoint({
  method: 'POST',
  path: '/internal/tenant-logins',
  access: 'service',
  body: z.object({
    landlordId: id,
    tenantId: id,
    email,
    password: newPassword,
    firstName: line(100),
    lastName: line(100),
    phone: optional(phone),
    formerTenantIds: z.array(id).max(50).optional(),
  }),
  response: z.object({ userId: id }),
  summary: 'Portal login of a tenant record',
})

export const UserCreated = event({
  type: 'identity.user.created',
  version: 1,
  subject: 'userId',
  data: z.object({
    userId: id,
    landlordId: id.nullable(),
    tenantId: id.nullable(),
    userType,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string().nullable(),
    createdAt: instant,
  }),
})

export const SessionRevoked = event({
  type: 'identity.session.revoked',
  version: 1,
  subject: 'sessionId',
  data: z.object({ sessionId: id, userId: id, until: instant }),
})

/** A portal login no longer opens this tenant record: made inactive, deleted, or given another record. `UserCreated` comes again when it does. */
export const LoginClosed = event({
  type: 'identity.login.closed',
  version: 1,
  subject: 'userId',
  data: z.object({ userId: id, landlordId: id, tenantId: id }),
})
