import * as routes from './conversations-mail.routes.ts'
import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'

/** A mail as the receiving mail service passes it on. */
export const ReceivedMail = z.object({
  /** The mail's Message-ID: a repeated one has no further effect. */
  messageId: z.string().min(1).max(500),
  from: z.string().min(3).max(500),
  to: z.array(z.string().max(500)).min(1).max(50),
  subject: z.string().max(1000).default(''),
  text: z.string().max(200_000).default(''),
  /** With their content in base64. Photos and PDFs are kept; the message names what was not. */
  attachments: z
    .array(z.object({ name: z.string().max(500).default(''), content: z.base64() }))
    .max(50)
    .default([]),
  /** The header Auto-Submitted, where there is one (RFC 3834). */
  autoSubmitted: z.string().max(100).nullish(),
})

/**
 * Signed with HMAC-SHA256 over `<timestamp>.<body>` with `MAIL_WEBHOOK_SECRET`, in hex: `x-keyhold-signature`; `x-keyhold-timestamp` is in seconds.
 * Without the setting it answers 404.
 */
export const receiveMail = endpoint(routes.receiveMail, {
  headers: ['x-keyhold-signature', 'x-keyhold-timestamp'],
  /** Base64 takes a third more than the files. */
  maxBody: 35 * 1024 * 1024,
  body: ReceivedMail,
  response: z.object({ accepted: z.boolean() }),
  idempotent: false,
  summary: 'An answer to a mail of a conversation; signed',
})
