import * as routes from './attachments.routes.ts'
import { endpoint } from '../endpoint.ts'
import { bytes, id, line } from '../scalars.ts'
import { z } from '../zod.ts'

const StoredFile = z.object({ removalId: id, blobName: z.string() })

/** A stored file as the event that asks for the mail names it: an event is too small for the file itself. */
export const Attachment = StoredFile.extend({ name: line(200) })

/** Far more than a PDF with the most rows has. */
const maxAttachmentBytes = 10 * 1024 * 1024

/** Removed after some days unless a mail of the same landlord claims it. */
export const storeAttachment = endpoint(routes.storeAttachment, {
  status: 201,
  encoding: 'bytes',
  maxBody: maxAttachmentBytes,
  body: bytes,
  response: StoredFile,
  idempotent: false,
  summary: 'Store a PDF for a mail that is sent later',
})
