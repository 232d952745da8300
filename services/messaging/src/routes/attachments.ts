import { storeAttachment } from '@keyhold/contracts/messaging/attachments'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import type { Attachments } from '../providers/attachments.ts'

/** Files of mails count towards no landlord's storage: they are removed when the mail is sent. */
export const attachmentRoutes = (attachments: Attachments) => [
  serve(storeAttachment, ({ actor, body }) => {
    const landlordId = scopeOf(actor).landlordId || refuse('invalid-input', 'A file is stored for a landlord.')
    return attachments.store(landlordId, 'attachment', { file: body }, 'application/pdf')
  }),
]
