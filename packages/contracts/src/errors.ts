import { z } from './zod.ts'

/** Every error code of the API and the one HTTP status it stands for (RFC 9457 problems carry both). */
export const statusOf = {
  'invalid-input': 400,
  'unreadable-body': 400,
  unauthorized: 401,
  'invalid-credentials': 401,
  'card-declined': 402,
  forbidden: 403,
  'foreign-origin': 403,
  'password-needed': 403,
  'second-factor-needed': 403,
  'second-factor-missing': 403,
  'sign-in-expired': 403,
  'invalid-signature': 403,
  'super-admin-refused': 403,
  'property-limit-reached': 403,
  'subscription-inactive': 403,
  'not-found': 404,
  'invitation-invalid': 404,
  'link-invalid': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'confirmation-needed': 409,
  'email-taken': 409,
  'illegal-transition': 409,
  'property-occupied': 409,
  'has-receipts': 409,
  'nothing-to-reverse': 409,
  'not-linked': 409,
  'idempotency-key-reused': 409,
  'database-exists': 409,
  'already-subscribed': 409,
  'not-subscribed': 409,
  'nothing-to-pay': 409,
  'photo-limit-reached': 409,
  'document-limit-reached': 409,
  'nights-taken': 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** The body of every error, `application/problem+json`. `detail` is one sentence for the person reading it. */
export const Problem = z
  .object({
    type: z.literal('about:blank').optional(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]]),
    requestId: z.string().optional(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    /** With `nights-taken`: the nearest free nights of the same number, earlier and later; `until` is the day of departure, null: without end. */
    freeNights: z.array(z.object({ from: z.iso.date(), until: z.iso.date().nullable() })).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.output<typeof Problem>
