import { Refusal, refuseField } from '@keyhold/kit/http/problem'
import { createFairQueue } from '@keyhold/kit/lib/fair-queue'
import { hash, verify } from '@node-rs/argon2'
import { passwordQueues } from '../../limits.ts'
import { isCommon } from './breached-passwords.ts'

// argon2id (the library's default) with OWASP's second recommended cost: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of a discarded random text, at the same cost.
export const decoy = '$argon2id$v=19$m=19456,t=2,p=1$cZTHKuENuy36YxgyPr1P+A$TIv+O0jlbmpckRBgRAD0L7HibwvCcDLUmDB1gm0jOkg'

// Other systems may compose the same letters differently.
const normalize = (password: string) => password.normalize('NFKC')

const busy = (sentence: string) => () => new Refusal('unavailable', sentence, { retryAfter: 5 })

/** Passwords of new accounts: few at a time, so that a flood of sign-ups leaves sign-ins a core. */
const hashing = createFairQueue({
  ...passwordQueues.hashing,
  busy: busy('Too many accounts and passwords are being made right now. Please try again in a moment.'),
})
const comparing = createFairQueue({
  ...passwordQueues.comparing,
  busy: busy('Too many people are signing in right now. Please try again in a moment.'),
})

/** The password of somebody who signs up, in turns of their networks. @throws Refusal 503 when too many wait */
export const hashFirstPassword = (password: string, network: string): Promise<string> =>
  hashing(network, () => hash(normalize(password), cost))

/** The password of somebody who is signed in or has a mailed link, in turns of the owners: sign-ups don't delay it. @throws Refusal 503 when too many wait */
export const hashPassword = (password: string, owner: string): Promise<string> =>
  comparing(owner, () => hash(normalize(password), cost))

/**
 * Whether the password has this hash. Without a hash the same work is done, so that timing does not reveal which e-mails have an account. In turns of the
 * networks. @throws Refusal 503 when too many wait
 */
export const passwordMatches = (
  password: string,
  passwordHash: string | undefined,
  network: string,
): Promise<boolean> =>
  comparing(
    network,
    async () => (await verify(passwordHash ?? decoy, normalize(password))) && passwordHash !== undefined,
  )

interface Owner {
  email: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

/** @throws Refusal `invalid-input` for a password that is too short, too common, or the person's own e-mail or name, shown at the form's `field` */
export function checkNewPassword(
  password: string,
  { minLength, field, owner }: { minLength: number; field: string; owner?: Owner },
): void {
  if (password.length < minLength) refuseField(field, `Password must be at least ${minLength} characters long`)
  if (isCommon(password) || wordsOfTheSite.has(withoutDigits(password)))
    refuseField(field, 'This password is too common. Please choose another')
  if (owner && isOwn(password, owner))
    refuseField(field, 'Your name or email address is not a safe password. Please choose another')
}

/** What everybody tries here first, with digits around it or not. */
const wordsOfTheSite = new Set(['keyhold', 'landlord', 'tenant', 'superadmin'])

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const withoutDigits = (text: string) => letters(text).replace(/^\d+|\d+$/g, '')

/** The person's e-mail address or name, alone or with digits and signs around it. */
function isOwn(password: string, { email, firstName, lastName }: Owner): boolean {
  const typed = withoutDigits(password)
  const [first, last, local = ''] = [letters(firstName ?? ''), letters(lastName ?? ''), email.split('@')[0]]
  const own = [letters(email), letters(local), withoutDigits(local), first, last, first + last, last + first]
  return typed !== '' && (own.includes(typed) || own.includes(letters(password)))
}
