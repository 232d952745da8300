import { randomUUID } from 'node:crypto'
import { createPortalConversation } from '@keyhold/contracts/messaging/conversations'
import { listPortalMessages, sendPortalMessage } from '@keyhold/contracts/messaging/conversations-messages'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import type { Client } from '../../services/testing/product.ts'
import { openStream } from './open-streams.ts'
import { sleep, until } from './wirings.ts'

/** What came of a conversation during which parts of the product were away. */
export interface Talked {
  sent: number
  /** Texts in the thread, by how often they stand there. */
  stored: Map<string, number>
  /** As an open page knows them, which fetches what is new whenever the stream says so, or was broken. */
  seen: Set<string>
  longestSilenceMs: number
}

const pageSize = 100

/** Writes messages one after the other while `meanwhile` runs, repeating each with its id until it is answered, as the page does; another page listens. */
export async function talkThrough(writer: Client, reader: Client, meanwhile: () => Promise<unknown>): Promise<Talked> {
  const tenant = await writer.api(createTenant, {
    body: { firstName: 'Tess', lastName: 'Talker', email: 'tess-talks@tenants.test' },
  })
  const start = () => writer.api(createPortalConversation, { body: { subject: 'Talk', tenantId: tenant.body.id } })
  let made = await start()
  await until('the tenant to be known', async () => made.status === 201 || (made = await start()).status === 201)
  const { id } = made.body

  const seen = new Set<string>()
  /** Newest first, until a page has nothing new. */
  const fetchNew = async () => {
    let path: string | undefined = `${listPortalMessages.path.replace(':id', id)}?limit=${pageSize}`
    while (path) {
      const answer: Response = await reader.fetch(path)
      if (!answer.ok) throw new Error(`${answer.status}`)
      const messages = (await answer.json()) as { message: string }[]
      const isKnown = messages.every(({ message }) => seen.has(message))
      for (const { message } of messages) seen.add(message)
      path = isKnown ? undefined : /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
  }
  let isStale = false
  const stream = openStream(reader, {
    heard: ({ subject }) => void (isStale ||= subject === id),
    broke: () => void (isStale = true),
  })
  await stream.ready
  let isOver = false
  const listening = (async () => {
    while (!isOver) {
      await sleep(20)
      if (!isStale) continue
      isStale = false
      await fetchNew().catch(() => void (isStale = true))
    }
  })()

  let sent = 0
  let longestSilenceMs = 0
  let isGoing = true
  const writing = (async () => {
    while (isGoing) {
      const body = { conversationId: id, message: `No. ${++sent}`, clientId: randomUUID() }
      const began = performance.now()
      for (;;) {
        const status = await writer.api(sendPortalMessage, { body }).then(
          (answer) => answer.status,
          () => 0,
        )
        if (status === 201) break
        await sleep(50)
      }
      longestSilenceMs = Math.max(longestSilenceMs, performance.now() - began)
      await sleep(10)
    }
  })()
  await meanwhile()
  isGoing = false
  await writing
  await until('the open page to show the last message', async () => seen.has(`No. ${sent}`), 30_000).catch(() => {})
  isOver = true
  await listening
  stream.close()

  const stored = new Map<string, number>()
  let path: string | undefined = `${listPortalMessages.path.replace(':id', id)}?limit=${pageSize}`
  while (path) {
    const answer: Response = await writer.fetch(path)
    for (const { message } of (await answer.json()) as { message: string }[])
      stored.set(message, (stored.get(message) ?? 0) + 1)
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return { sent, stored, seen, longestSilenceMs }
}
