import type { ErrorCode, Problem } from '@keyhold/contracts/errors'

/** What went wrong with a call. `status` 0: no answer came. */
export interface ApiError {
  status: number
  title: string
  /** One sentence for the person reading it: the "server's message". */
  detail: string
  code?: ErrorCode
  issues?: { path: string; message: string }[]
  /** With `nights-taken`: free nights of the same number. */
  freeNights?: { from: string; until: string | null }[]
  requestId?: string
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
}

export const noAnswer: ApiError = {
  status: 0,
  title: 'No connection',
  detail: 'Keyhold could not be reached. Check your connection and try again.',
}

/** Reads the problem out of a failed answer; anything else (a proxy's page) becomes its status text. */
export async function readProblem(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const isProblem = response.headers.get('content-type')?.includes('json')
  const problem = isProblem ? ((await response.json().catch(() => null)) as Partial<Problem> | null) : null
  return {
    status,
    title: problem?.title ?? statusText,
    detail: problem?.detail ?? (statusText || 'Something went wrong. Please try again.'),
    code: problem?.code,
    issues: problem?.issues,
    freeNights: problem?.freeNights,
    requestId: problem?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfter,
  }
}

export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'status' in error && 'detail' in error

/** The sentence to show for a thrown value. */
export function messageOf(error: unknown, otherwise = 'Something went wrong. Please try again.'): string {
  if (isApiError(error)) return error.detail
  return (error instanceof Error && error.message) || otherwise
}

/** The spec's text form of an error: "403: You have reached your plan's limit"; without a status where no answer came. */
export const textOf = (error: unknown): string =>
  isApiError(error) && error.status > 0 ? `${error.status}: ${error.detail}` : messageOf(error)

/** Whether an error says this: `hasCode(error, 'property-limit-reached')`. */
export const hasCode = (error: unknown, code: ErrorCode): boolean => isApiError(error) && error.code === code
