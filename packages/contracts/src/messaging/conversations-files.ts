import * as routes from './conversations-files.routes.ts'
import { endpoint } from '../endpoint.ts'
import { maxPhotoBytes } from '../photos.ts'
import { bytes, id, line } from '../scalars.ts'
import { z } from '../zod.ts'

/** `file` is a PDF; the others are sizes of an image. */
export const conversationFileSizes = ['thumbnail', 'card', 'full', 'file'] as const

/** A photo or a PDF in a conversation. */
export const ConversationFile = z
  .object({
    id,
    name: z.string(),
    kind: z.enum(['image', 'pdf']),
    /** Of an image, in pixels. */
    width: z.int().nullable(),
    height: z.int().nullable(),
    url: z.string(),
    thumbnailUrl: z.string().nullable(),
  })
  .meta({ id: 'ConversationFile' })
export type ConversationFile = z.output<typeof ConversationFile>

/** Removed after a day unless a message is sent with it. */
export const addConversationFile = endpoint(routes.addConversationFile, {
  status: 201,
  encoding: 'bytes',
  maxBody: maxPhotoBytes,
  query: z.object({ name: line(200, 'A file needs a name') }),
  body: bytes,
  response: ConversationFile,
  idempotent: false,
  summary: 'Store a photo or a PDF for a message',
})

export const conversationFile = endpoint(routes.conversationFile, {
  params: { size: z.enum(conversationFileSizes) },
  response: bytes,
  summary: 'The file, for those who read its conversation',
})
