import type { NewPasskeyAnswer, Passkey, PasskeyAnswer } from '@keyhold/contracts/identity/second-factors'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq, gt } from 'drizzle-orm'
import { passkeyMinutes } from '../../limits.ts'
import { passkeyChallenges, passkeys } from '../../schema/second-factors.ts'
import type { UserRow } from '../accounts/users.ts'
import type { Factors } from './factors.ts'
import type { RelyingParty } from './relying-party.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt,
  lastUsedAt,
})

type Options = Record<string, unknown> & { challenge: string }

// EdDSA, ES256 and RS256, which every browser has (RFC 9053).
const supportedAlgorithmIDs = [-8, -7, -257]

const timeout = passkeyMinutes * 60_000

/** @throws Refusal 409 where browsers offer no passkeys */
export const requireSite = (site: RelyingParty | undefined): RelyingParty =>
  site ?? refuse('conflict', 'Passkeys work on sites with https and a host name only.')

/** For a new passkey that can also be found without a password. */
export async function optionsForNew(site: RelyingParty, user: UserRow, known: Factors['passkeys']): Promise<Options> {
  const options = await generateRegistrationOptions({
    rpName: 'Keyhold',
    rpID: site.id,
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`,
    userID: new TextEncoder().encode(user.id),
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** To ask for one of these passkeys; without any, for whichever the browser has for this site, which then has to verify its user. */
export async function optionsForKnown(site: RelyingParty, known: Factors['passkeys']): Promise<Options> {
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    timeout,
    userVerification: known.length > 0 ? 'preferred' : 'required',
    allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
  return { ...options }
}

/** The passkey that a browser made, if it is a good answer to the challenge. */
export async function readNewPasskey(
  site: RelyingParty,
  answer: z.output<typeof NewPasskeyAnswer>,
  expectedChallenge: string,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const verified = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const transports = answer.response.transports ?? []
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The passkey that signed this challenge; `isVerified`: it has to have verified its user. Its count goes on. Undefined for a wrong answer. */
export async function acceptPasskey(
  tx: Tx,
  site: RelyingParty,
  {
    answer,
    challenge,
    isVerified,
  }: { answer: z.output<typeof PasskeyAnswer>; challenge: string | undefined; isVerified: boolean },
  now: Date,
): Promise<PasskeyRow | undefined> {
  const [passkey] = await tx.select().from(passkeys).where(eq(passkeys.credentialId, answer.id)).for('update')
  const handle = answer.response.userHandle
  if (!passkey || challenge === undefined || (handle !== undefined && handle !== passkey.userHandle)) return undefined
  const { credentialId: id, counter } = passkey
  const verified = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter },
    requireUserVerification: isVerified,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { newCounter } = verified.authenticationInfo
  await tx
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: now.toISOString() })
    .where(eq(passkeys.id, passkey.id))
  return passkey
}

interface Ask {
  sessionId: string
  purpose: (typeof passkeyChallenges.$inferSelect)['purpose']
}

/** Keeps what a passkey has to sign within this session. */
export async function keepChallenge(tx: Tx, ask: Ask, challenge: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + timeout).toISOString()
  await tx
    .insert(passkeyChallenges)
    .values({ ...ask, challenge, expiresAt })
    .onConflictDoUpdate({
      target: [passkeyChallenges.sessionId, passkeyChallenges.purpose],
      set: { challenge, expiresAt },
    })
}

/** The challenge of this session, which is used up. */
export async function takeSessionChallenge(
  tx: Tx,
  { sessionId, purpose }: Ask,
  now: Date,
): Promise<string | undefined> {
  const [row] = await tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.sessionId, sessionId),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now.toISOString()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return row?.challenge
}
