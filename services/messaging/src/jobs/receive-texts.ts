import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import {
  attachIncoming,
  type IncomingFile,
  leftOutNote,
  storeIncoming,
} from '../domain/conversations/incoming-files.ts'
import { incomingTextJob, placeOf } from '../domain/conversations/incoming-text.ts'
import { latestOrNew } from '../domain/conversations/open.ts'
import { lockConversation, postMessage } from '../domain/conversations/posting.ts'
import { answersTenants } from '../domain/conversations/settings.ts'
import type { Attachments } from '../providers/attachments.ts'
import type { Channels } from '../providers/channels.ts'

/** Fetches the pictures of a text; those that are gone or too large count as empty. */
const fetchAll = (urls: readonly string[], { fetchMedia }: Pick<Channels, 'fetchMedia'>): Promise<IncomingFile[]> =>
  Promise.all(
    urls.map(async (url, index) => ({
      name: `Picture ${index + 1}`,
      bytes: (await fetchMedia(url, maxPhotoBytes)) ?? new Uint8Array(),
    })),
  )

/** Puts a text into its conversation, once however often it is tried. */
export const receiveTexts = (files: Attachments, channels: Pick<Channels, 'fetchMedia'>): JobHandler =>
  onJob(incomingTextJob, async ({ data, db, clock, log }) => {
    const { providerId, from, body, messageType, mediaUrls } = data
    const place = await placeOf(db, from)
    if (!place) return log.info({ providerId }, 'a text came from a phone that no tenant has')
    const { conversationId, ...at } = place
    const { landlordId, tenantId } = at
    const asksAssistant = messageType === 'text' && (await answersTenants(db, landlordId))
    const kept = await storeIncoming(files, db, at, await fetchAll(mediaUrls, channels))
    const words = [body.trim(), leftOutNote(kept)].filter(Boolean).join('\n\n')
    const now = clock.now()
    await db.transaction(serviceActor('messaging', landlordId), async (tx) => {
      const row = conversationId
        ? await lockConversation(tx, landlordId, conversationId)
        : await latestOrNew(tx, { ...at, subject: 'Text messages' }, now)
      const said = {
        sender: 'tenant',
        message: words || (kept.stored.length > 0 ? '(A picture)' : '(An empty text)'),
        messageType,
        via: 'sms',
        viaAddress: from,
        clientId: `sms:${providerId}`,
        asksAssistant,
      } as const
      const posted = await postMessage(tx, row, said, now)
      if (posted.isNew) await attachIncoming(tx, files, { landlordId, tenantId, messageId: posted.id }, kept, now)
    })
  })
