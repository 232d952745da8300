import { type ErrorCode, type Problem, statusOf } from '@keyhold/contracts/errors'
import { DatabaseDown } from '../database/database.ts'

type Issue = { path: string; message: string }
type FreeNights = NonNullable<Problem['freeNights']>

/** An error answer. People read `message`; `cause` goes to the log only. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  /** Free nights near those that are taken. */
  readonly freeNights: FreeNights | undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    sentence: string,
    options: {
      issues?: Issue[] | undefined
      freeNights?: FreeNights | undefined
      retryAfter?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(sentence, { cause: options.cause })
    this.name = 'Refusal'
    this.code = code
    this.issues = options.issues
    this.freeNights = options.freeNights
    this.retryAfter = options.retryAfter ?? (code === 'unavailable' ? 2 : undefined)
  }
}

/** Ends the request with an error answer. @throws Refusal always */
export function refuse(code: ErrorCode, sentence: string, options?: { retryAfter?: number; cause?: unknown }): never {
  throw new Refusal(code, sentence, options)
}

/** Ends the request with 400 and shows the message beside one field of the form. `message` has no full stop. @throws Refusal always */
export function refuseField(path: string, message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}

/** 404 for a record that does not exist or belongs to somebody else. `what` as in "Property not found". */
export function notFound(what: string): never {
  throw new Refusal('not-found', `${what} not found`)
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Turns any error into a refusal. Unexpected ones become `internal`; their details go to the log only. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseDown)
    return new Refusal('unavailable', 'The database is not reachable right now. Please try again in a moment.', {
      cause: error,
    })
  return new Refusal(
    'internal',
    'Something went wrong on our side. Please try again; if the problem persists, send us the request id.',
    { cause: error },
  )
}

/** The problem+json body of a refusal. */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const status = statusOf[refusal.code]
  return {
    title: titles[status] ?? 'Error',
    status,
    detail: refusal.message,
    code: refusal.code,
    requestId,
    ...(refusal.issues ? { issues: refusal.issues } : {}),
    ...(refusal.freeNights ? { freeNights: refusal.freeNights } : {}),
  }
}
