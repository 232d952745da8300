import * as routes from './second-factors.routes.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant, line } from '../scalars.ts'
import { z } from '../zod.ts'
import { User } from './accounts.ts'
import { AdminLandlord } from './admin-accounts.ts'

// The second step of signing in: a code of an authenticator app, a passkey, or a recovery code. All accounts of a person have the same ones.

/** Passkeys of one person. */
export const mostPasskeys = 20
export const recoveryCodeCount = 10

const code = line(60, 'Enter the code')

// What a browser answers (WebAuthn Level 3, 5.1: the JSON forms). What it says is checked with the keys, so only its shape is judged here.
const base64url = z.string().regex(/^[\w-]*$/)
const credential = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url.max(4000),
    authenticatorData: base64url.max(4000),
    signature: base64url.max(4000),
    userHandle: base64url.max(200).optional(),
  }),
})
export const NewPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url.max(4000),
    attestationObject: base64url.max(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** What the browser needs to ask for a passkey, or to make one. */
const browserOptions = z.record(z.string(), z.unknown())

export const Passkey = z
  .object({ id, name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof Passkey>

export const SecondFactor = z
  .object({
    /** When the authenticator app was set up; null without one. */
    appSince: instant.nullable(),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.int(),
    /** The account cannot be used without a second factor. */
    isRequired: z.boolean(),
    /** Where passkeys work, such as `https://rent.example.com`; null where the site is at none of the addresses that browsers allow. */
    passkeyOrigin: z.string().nullable(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.output<typeof SecondFactor>

/** Shown once, when the first second factor is set up or they are renewed. */
const recoveryCodes = z.array(z.string())

export const enterCode = endpoint(routes.enterCode, {
  body: z.object({ code }),
  response: User,
  idempotent: false,
  summary: 'Finish signing in with a code of the authenticator app or a recovery code',
})

export const passkeySignInOptions = endpoint(routes.passkeySignInOptions, {
  body: z.object({
    /** Without a password, or as the second step after it. */
    purpose: z.enum(['sign_in', 'second_step']),
  }),
  response: browserOptions,
  idempotent: false,
  summary: 'What the browser needs to ask for a passkey at sign-in',
})

export const passkeySignIn = endpoint(routes.passkeySignIn, {
  body: PasskeyAnswer,
  response: User,
  idempotent: false,
  summary: 'Sign in with a passkey, or finish signing in with one',
})

export const getSecondFactor = endpoint(routes.getSecondFactor, {
  response: SecondFactor,
  summary: 'Your authenticator app, passkeys and recovery codes',
  beforeSecondFactor: true,
})

export const startAuthenticatorApp = endpoint(routes.startAuthenticatorApp, {
  /** `qr` is an SVG image of `uri`. */
  response: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  idempotent: false,
  summary: 'A new secret for an authenticator app; in use once a code confirms it',
  beforeSecondFactor: true,
})

export const confirmAuthenticatorApp = endpoint(routes.confirmAuthenticatorApp, {
  body: z.object({ code }),
  /** Null where there are some already. */
  response: z.object({ recoveryCodes: recoveryCodes.nullable() }),
  idempotent: false,
  summary: 'Turn on the authenticator app by its first code; the first second factor signs out your other devices',
  beforeSecondFactor: true,
})

export const removeAuthenticatorApp = endpoint(routes.removeAuthenticatorApp, {
  summary: 'Turn off the authenticator app',
})

export const renewRecoveryCodes = endpoint(routes.renewRecoveryCodes, {
  response: z.object({ recoveryCodes }),
  idempotent: false,
  summary: 'New recovery codes; the earlier ones no longer work',
})

export const passkeyOptions = endpoint(routes.passkeyOptions, {
  response: browserOptions,
  idempotent: false,
  summary: 'What the browser needs to make a passkey',
  beforeSecondFactor: true,
})

export const addPasskey = endpoint(routes.addPasskey, {
  status: 201,
  body: z.object({ name: line(60, 'Name is required'), answer: NewPasskeyAnswer }),
  response: z.object({ passkey: Passkey, recoveryCodes: recoveryCodes.nullable() }),
  idempotent: false,
  summary: 'Add a passkey; the first second factor signs out your other devices',
  beforeSecondFactor: true,
})

export const renamePasskey = endpoint(routes.renamePasskey, {
  body: z.object({ name: line(60, 'Name is required') }),
  response: Passkey,
  summary: 'Rename a passkey',
})

export const removePasskey = endpoint(routes.removePasskey, { summary: 'Remove a passkey' })

const confirmed = z.object({ confirmed: z.literal(true) })

export const confirmCode = endpoint(routes.confirmCode, {
  body: z.object({ code }),
  response: confirmed,
  idempotent: false,
  summary: 'Confirm that it is you by a code, before what asks for it',
})

export const confirmPasskeyOptions = endpoint(routes.confirmPasskeyOptions, {
  response: browserOptions,
  idempotent: false,
  summary: 'What the browser needs to confirm by a passkey that it is you',
})

export const confirmPasskey = endpoint(routes.confirmPasskey, {
  body: PasskeyAnswer,
  response: confirmed,
  idempotent: false,
  summary: 'Confirm that it is you by a passkey, before what asks for it',
})

export const resetSecondFactor = endpoint(routes.resetSecondFactor, {
  body: z.object({ userId: id }),
  response: AdminLandlord,
  summary: "Remove a landlord's authenticator app, passkeys and recovery codes; ends the sessions of the account",
})
