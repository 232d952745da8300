import type { Method } from '@keyhold/contracts/route'
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { noAnswer, readProblem, type ApiError } from './problem.ts'
import { refreshSession } from './refresh.ts'
import { secondFactorMissing, sessionLost } from './session-slice.ts'
import { upload, type OnProgress } from './upload.ts'

export interface Call {
  method: Method
  url: string
  /** Sent as JSON; FormData and files (Blob) go as they are. */
  body?: unknown
  /** Called with the share of a file that was sent; starts over when the call is repeated. */
  onProgress?: OnProgress
}

/** What a list's headers say. */
export interface Meta {
  /** Cursor of the next page. */
  next: string | null
  /** How many there are in all. */
  total: number | null
}

/** Spec §9: a possibly false failure is checked a second later. */
const askAgainAfterMs = 1000

export type Outcome = { data: unknown; meta: Meta } | { error: ApiError }

/** Answers in place of the gateway, for a store that shows sample records: its thunks' extra argument. */
export interface LocalAnswers {
  answer: (call: Call) => Outcome
}

/** Every call of the page goes through here: cookies, JSON, idempotency, renewing the session, one kind of error. */
export const baseQuery: BaseQueryFn<Call, unknown, ApiError, object, Meta> = async (
  call,
  { signal, dispatch, extra },
) => {
  const local = extra as LocalAnswers | undefined
  if (local) return local.answer(call)
  const init = requestOf(call, signal)
  const sentAt = Date.now()
  let outcome = await ask(call, init)

  if (isSignedOut(outcome)) {
    const refreshed = await refreshSession(sentAt)
    if (refreshed === 'renewed') outcome = await ask(call, init)
    if (refreshed === 'signed-out' || (refreshed === 'renewed' && isSignedOut(outcome)))
      // Losing the session empties the cache and ends every call: this one first tells its caller why it failed.
      setTimeout(() => dispatch(sessionLost()))
  }
  if ('error' in outcome && outcome.error.code === 'second-factor-missing') dispatch(secondFactorMissing())
  // The answer to a change got lost: send it again with the same key instead of guessing whether it was made.
  if (call.method !== 'GET' && !signal.aborted && 'error' in outcome && outcome.error.status === 0) {
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs))
    outcome = await ask(call, init)
  }
  return outcome
}

function requestOf({ method, body }: Call, signal: AbortSignal): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  // Made once per call and reused by its retries, so that the work happens once.
  if (method === 'POST') headers.set('idempotency-key', randomKey())
  if (body === undefined) return { method, headers, signal, credentials: 'include' }
  if (body instanceof FormData) return { method, headers, signal, credentials: 'include', body }
  if (body instanceof Blob) {
    headers.set('content-type', body.type || 'application/octet-stream')
    return { method, headers, signal, credentials: 'include', body }
  }
  headers.set('content-type', 'application/json')
  return { method, headers, signal, credentials: 'include', body: JSON.stringify(body) }
}

async function ask({ url, onProgress }: Call, init: RequestInit): Promise<Outcome> {
  try {
    const response = onProgress ? await upload(url, init, onProgress) : await fetch(url, init)
    if (!response.ok) return { error: await readProblem(response) }
    const data: unknown = response.status === 204 ? null : await response.json()
    return { data, meta: metaOf(response.headers) }
  } catch {
    return { error: noAnswer }
  }
}

// A wrong password is a 401 too, but no reason to renew anything.
const isSignedOut = (outcome: Outcome) =>
  'error' in outcome && outcome.error.status === 401 && outcome.error.code !== 'invalid-credentials'

function metaOf(headers: Headers): Meta {
  const next = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1]
  const total = headers.get('x-total-count')
  return {
    next: next ? new URL(next, location.origin).searchParams.get('cursor') : null,
    total: total == null ? null : Number(total),
  }
}

// Not randomUUID: it exists over HTTPS only.
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
