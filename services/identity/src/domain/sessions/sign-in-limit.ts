import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { refuse } from '@keyhold/kit/http/problem'
import { and, asc, eq, gt, inArray, like, or, sql } from 'drizzle-orm'
import {
  accountFailuresBeforeDelay,
  accountTypeQuestions,
  codeFailureHours,
  codeFailures,
  firstDelaySeconds,
  invitationFailures,
  invitationFailureDays,
  networkFailures,
  passkeyQuestions,
  signInFailures,
  signInWindowMinutes,
} from '../../limits.ts'
import { loginFailures } from '../../schema/sessions.ts'
import { networkOf } from '@keyhold/kit/lib/networks'

export const signInWindowMs = signInWindowMinutes * 60_000
export const invitationWindowMs = invitationFailureDays * dayMs
export const codeWindowMs = codeFailureHours * 60 * 60_000

/** One attempt at a password or a second factor. */
export interface Attempt {
  email: string
  /** The network address of the caller. */
  ip: string
  /** The session or the known device of this account that the attempt comes from. */
  trusted?: string | undefined
  /** The invitation through whose link the attempt comes. */
  invitationId?: string | undefined
  /** A code of six digits, which only somebody with the right password is asked for. */
  isCode?: boolean
}

/** What failures are counted by, and how many of them are allowed. */
interface Counter {
  key: string
  limit: number
  windowMs: number
}

const accountKey = (email: string) => `account:${email}`
const codesKey = (email: string, trusted: string | undefined) => `codes:${email} ${trusted ?? 'elsewhere'}`
const pairKey = (email: string, network: string) => `pair:${email} ${network}`

/**
 * What an attempt counts against. An attempt from a session or a known device counts against that alone, so that nobody else's failures stop it, and
 * its own stop nobody else. An account, whether it exists or not, is never refused by itself: see `secondsOfDelay`.
 */
function countersOf({ email, ip, trusted, invitationId, isCode = false }: Attempt): Counter[] {
  const windowMs = signInWindowMs
  const link = { key: `invitation:${invitationId}`, limit: invitationFailures, windowMs: invitationWindowMs }
  const codes = isCode ? [{ key: codesKey(email, trusted), limit: codeFailures, windowMs: codeWindowMs }] : []
  if (trusted !== undefined) return [{ key: `trusted:${trusted}`, limit: signInFailures, windowMs }, ...codes]
  const network = networkOf(ip)
  return [
    ...codes,
    { key: pairKey(email, network), limit: signInFailures, windowMs },
    { key: `network:${network}`, limit: networkFailures, windowMs },
    ...(invitationId === undefined ? [] : [link]),
  ]
}

/** Seconds until an attempt is allowed again, 0 when it is allowed now. */
export async function secondsToWait(tx: Tx, attempt: Attempt, now: Date): Promise<number> {
  const { seconds, counted } = await lockCounters(tx, countersOf(attempt), now)
  const here = counted.filter(({ key }) => key.startsWith('pair:'))
  return Math.max(seconds, here.length === 0 ? 0 : await secondsOfDelay(tx, attempt, here, now))
}

const questions = { 'account-type': accountTypeQuestions, passkey: passkeyQuestions }

/** Counts a question of somebody who is not signed in. @throws Refusal `too-many-requests` beyond the limit of the network */
export async function limitQuestions(tx: Tx, about: keyof typeof questions, ip: string, now: Date): Promise<void> {
  const counter = { key: `${about}:${networkOf(ip)}`, limit: questions[about], windowMs: signInWindowMs }
  const { seconds } = await lockCounters(tx, [counter], now)
  if (seconds > 0) refuseAttempt(seconds)
  await tx.insert(loginFailures).values({ key: counter.key, failedAt: now.toISOString() })
}

/**
 * What the counters hold, and the seconds until all of them are below their limits. Attempts for the same counters wait for each other until the
 * transaction ends, so that concurrent attempts cannot exceed the limits.
 */
async function lockCounters(tx: Tx, counters: Counter[], now: Date) {
  for (const { key } of counters.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`)
  const since = (windowMs: number) => new Date(now.getTime() - windowMs).toISOString()
  const counted = await tx
    .select({ key: loginFailures.key, failedAt: loginFailures.failedAt })
    .from(loginFailures)
    .where(
      or(
        ...counters.map(({ key, windowMs }) =>
          and(eq(loginFailures.key, key), gt(loginFailures.failedAt, since(windowMs))),
        ),
      ),
    )
    .orderBy(asc(loginFailures.failedAt))
  const waits = counters.map(({ key, limit, windowMs }) => {
    const limiting = counted.filter((failure) => failure.key === key).at(-limit)
    return limiting ? secondsUntil(new Date(limiting.failedAt).getTime() + windowMs, now) : 0
  })
  return { seconds: Math.max(0, ...waits), counted }
}

/**
 * An account under attack from many networks is slowed down, not locked: a network that has failed waits twice as long after each failure, and one that
 * has not can always try once, so that the owner gets in from a new place while others guess.
 */
async function secondsOfDelay(tx: Tx, { email }: Attempt, here: { failedAt: string }[], now: Date): Promise<number> {
  const since = new Date(now.getTime() - signInWindowMs).toISOString()
  const all = await tx.$count(
    loginFailures,
    and(eq(loginFailures.key, accountKey(email)), gt(loginFailures.failedAt, since)),
  )
  if (all < accountFailuresBeforeDelay) return 0
  const delayMs = Math.min(signInWindowMs, firstDelaySeconds * 1000 * 2 ** (here.length - 1))
  return Math.max(0, secondsUntil(new Date(here.at(-1)!.failedAt).getTime() + delayMs, now))
}

const secondsUntil = (at: number, now: Date) => Math.ceil((at - now.getTime()) / 1000)

export async function recordFailure(tx: Tx, attempt: Attempt, now: Date): Promise<void> {
  const keys = countersOf(attempt).map(({ key }) => key)
  if (attempt.trusted === undefined) keys.push(accountKey(attempt.email))
  await tx.insert(loginFailures).values(keys.map((key) => ({ key, failedAt: now.toISOString() })))
}

/** @throws Refusal always */
export function refuseAttempt(seconds: number): never {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  refuse('too-many-requests', `Too many failed attempts. Please try again in ${wait}.`, { retryAfter: seconds })
}

/** Failures of this account no longer count, from anywhere; those of the networks still do. */
export async function clearFailures(tx: Tx, email: string): Promise<void> {
  const ofPairs = like(loginFailures.key, `${pairKey(email.replaceAll(/[\\%_]/g, '\\$&'), '')}%`)
  await tx.delete(loginFailures).where(or(inArray(loginFailures.key, [accountKey(email)]), ofPairs))
}
