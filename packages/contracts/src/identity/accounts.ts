import * as routes from './accounts.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { roles } from '../roles.ts'
import { email, id, instant, line, optional, personName, phone } from '../scalars.ts'
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
  firstName: personName(100, 'First name is required'),
  lastName: personName(100, 'Last name is required'),
  phone,
  userType,
  adminName: optional(line(200)),
  adminPhone: optional(line(40)),
})

export const PasswordForm = z.object({ currentPassword: password, newPassword })

export const secondStepMethods = ['app', 'passkey', 'recovery_code'] as const

/** The password was right, and the account has a second factor: it signs in. */
export const SecondStep = z.object({ secondStep: z.array(z.enum(secondStepMethods)) }).meta({ id: 'SecondStep' })
export type SecondStep = z.output<typeof SecondStep>

export const login = endpoint(routes.login, {
  body: LoginForm,
  response: z.union([User, SecondStep]),
  idempotent: false,
  summary: 'Sign in; sets the session cookies, or asks for the second factor of the account',
})

export const accountType = endpoint(routes.accountType, {
  body: z.object({ email }),
  response: z.object({ userType: z.enum(['landlord', 'super_admin']) }),
  idempotent: false,
  summary: 'The account type that the sign-in form chooses for an address; tells nothing about accounts',
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
  beforeSecondFactor: true,
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
  summary: 'Confirm an account, an address or a tenancy by the mailed link',
})

export const updatePassword = endpoint(routes.updatePassword, {
  body: PasswordForm,
  response: User,
  idempotent: false,
  summary: 'Change your own password; ends your other sessions',
})

export const changeEmail = endpoint(routes.changeEmail, {
  body: z.object({ email, password }),
  response: z.object({ mailedTo: z.string() }),
  idempotent: false,
  summary:
    'Mail a link to a new address; opening it while signed in changes the address, and the old one gets a notice',
})

export const confirmPassword = endpoint(routes.confirmPassword, {
  body: z.object({ password }),
  response: z.object({ confirmed: z.literal(true) }),
  idempotent: false,
  summary: 'Type the password again, before what asks for it',
  beforeSecondFactor: true,
})

/** An account of the person who is signed in. */
export const Membership = z
  .object({
    userId: id,
    userType,
    /** A tenant's landlord; null for other accounts, and for a tenant without one. */
    landlordName: z.string().nullable(),
    tenantId: id.nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'Membership' })

export type Membership = z.output<typeof Membership>

export const listMemberships = endpoint(routes.listMemberships, {
  response: z.array(Membership),
  summary: 'The accounts of the signed-in person: as landlord, and as tenant of each landlord',
  beforeSecondFactor: true,
})

export const switchMembership = endpoint(routes.switchMembership, {
  body: z.object({ userId: id }),
  response: User,
  idempotent: false,
  summary: 'Go on with another account of the same person; sets new session cookies',
})

/** How the address came to belong to the account: its mailbox was opened, or nobody asked; null while somebody else may have typed it. */
const emailProof = z.enum(['mailbox', 'not_asked']).nullable()

export const UserName = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  userType,
  // An identity of before does not answer these.
  createdAt: instant.optional(),
  emailProof: emailProof.optional(),
  isPhoneProved: z.boolean().optional(),
})

export const userName = endpoint(routes.userName, {
  response: UserName,
  summary: 'Name and contact details of a user',
})

/** An account was created, or what is said here about it changed. */
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
    // Absent in events emitted before these fields were added.
    emailProof: emailProof.optional(),
    isPhoneProved: z.boolean().optional(),
  }),
})

export const proofStates = ['proved', 'needed', 'not_needed'] as const

/** What the account has proved. Until then invitations and messages wait. */
export const Proofs = z
  .object({
    email: z.enum(proofStates),
    phone: z.enum(proofStates),
    /** Mails and texts are not sent but shown at `/dev/outbox`. */
    isLocal: z.boolean(),
  })
  .meta({ id: 'Proofs' })

export const getProofs = endpoint(routes.getProofs, { response: Proofs, summary: 'What your account has proved' })

export const proveEmail = endpoint(routes.proveEmail, {
  response: Proofs,
  summary: 'Mail a link that proves your email address',
})

export const provePhone = endpoint(routes.provePhone, {
  response: Proofs,
  summary: 'Text a code that proves your phone number',
})

export const confirmPhone = endpoint(routes.confirmPhone, {
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Enter the 6 digits of the text'),
  }),
  response: Proofs,
  idempotent: false,
  summary: 'Prove your phone number by the code',
})
