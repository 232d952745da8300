import * as routes from './accounts.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { roles } from '../roles.ts'
import { email, id, instant, line, optional, phone } from '../scalars.ts'
import { z } from '../zod.ts'

/** The one message for every failed sign-in, whatever the reason. */
export const invalidCredentials = 'Invalid email or password'

const userType = z.enum(roles, 'Choose an account type')

/** Of the specification. The setting PASSWORD_MIN_LENGTH can raise it. */
export const minPasswordLength = 6
const maxPasswordLength = 256
const tooLong = `At most ${maxPasswordLength} characters`

const password = z.string('Password is required').min(1, 'Password is required').max(maxPasswordLength, tooLong)

export const newPassword = z
  .string('Password is required')
  .min(minPasswordLength, `Password must be at least ${minPasswordLength} characters long`)
  .max(maxPasswordLength, tooLong)
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

export const login = endpoint(routes.login, {
  body: LoginForm,
  response: User,
  idempotent: false,
  summary: 'Sign in; sets the session cookies',
})

export const signup = endpoint(routes.signup, {
  status: 201,
  body: SignupForm,
  response: User,
  summary: 'Create an account; a landlord starts a trial',
})

export const currentUser = endpoint(routes.currentUser, {
  response: User,
  summary: 'The signed-in user',
})

export const refresh = endpoint(routes.refresh, {
  response: User,
  idempotent: false,
  summary: 'Renew the session; a refresh token used twice ends the session',
})

export const logout = endpoint(routes.logout, {
  response: z.object({ signedOut: z.literal(true) }),
  idempotent: false,
  summary: 'Sign out; ends the session at once',
})

export const confirm = endpoint(routes.confirm, {
  body: z.object({ token: line(200, 'The link is incomplete') }),
  response: z.object({ email: z.string() }),
  idempotent: false,
  summary: 'Confirm an account by the mailed link',
})

export const updatePassword = endpoint(routes.updatePassword, {
  body: PasswordForm,
  response: User,
  idempotent: false,
  summary: 'Change your own password; ends your other sessions',
})

export const UserName = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  userType,
})

export const userName = endpoint(routes.userName, {
  response: UserName,
  summary: 'Name and contact details of a user',
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
