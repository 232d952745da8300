import type { ConversationFile } from '@keyhold/contracts/messaging/conversations-files'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { useSyncExternalStore } from 'react'
import type { ApiDispatch } from '~/api/client/api.ts'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { toast } from '~/lib/toast.ts'
import { sendFailed, tenantSendFailed } from '~/texts/conversations.ts'
import { readStored, writeStored } from './stored.ts'
import { type Outgoing, sendMessage, type View } from './view.ts'

/** A message that the server has not accepted yet. */
export interface Pending extends Outgoing {
  conversationId: string
  view: View
  files: ConversationFile[]
  createdAt: string
  /** Why it was refused: it waits for the person. Without it: for the line. */
  error?: string
}

// Stored, so that what was written without a connection outlives the page; another tab that sends it too does no harm,
// as the server knows its `clientId`.
const keyOf = (userId: string) => `keyhold.outbox.${userId}`
const retryMs = 4000

const watchers = new Set<() => void>()
const accepted = new Set<(message: Message) => void>()
const none: readonly Pending[] = []
let owner = ''
let waiting: readonly Pending[] = none
let isSending = false
/** How many pages show it: without one nothing is sent again by time. */
let pages = 0
let timer: ReturnType<typeof setTimeout> | undefined

function change(next: readonly Pending[]): void {
  waiting = next
  writeStored(keyOf(owner), next)
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Opens the outbox of a user and sends what waits in it, now and whenever the line is back. Returns what ends that. */
export function openOutbox(userId: string, dispatch: ApiDispatch): () => void {
  if (owner !== userId) {
    owner = userId
    waiting = readStored<readonly Pending[]>(keyOf(userId), none)
    for (const watcher of watchers) watcher()
  }
  const send = () => void flush(dispatch)
  pages += 1
  addEventListener('online', send)
  send()
  return () => {
    pages -= 1
    removeEventListener('online', send)
    if (pages === 0) clearTimeout(timer)
  }
}

/** Adds a message and sends it, after those before it. */
export function post(dispatch: ApiDispatch, pending: Pending): void {
  change([...waiting, pending])
  void flush(dispatch)
}

/** Sends a refused message again. */
export function retry(dispatch: ApiDispatch, clientId: string): void {
  change(waiting.map((one) => (one.clientId === clientId ? withoutError(one) : one)))
  void flush(dispatch)
}

const withoutError = ({ error: _, ...pending }: Pending): Pending => pending

export const discard = (clientId: string): void => change(waiting.filter((one) => one.clientId !== clientId))

/** Calls `listener` with every message that the server accepted. */
export function onAccepted(listener: (message: Message) => void): () => void {
  accepted.add(listener)
  return () => accepted.delete(listener)
}

/** No answer, or none that says something about the message: it is sent again. */
const isTransient = (error: unknown) =>
  !isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500 || error.status === 401

async function flush(dispatch: ApiDispatch): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  const from = owner
  try {
    for (let next = first(); next && owner === from; next = first()) {
      const { view, files: _, createdAt: __, error: ___, ...outgoing } = next
      try {
        const message = await sendMessage(dispatch, view, outgoing)
        for (const listener of accepted) listener(message)
        discard(outgoing.clientId)
      } catch (error) {
        if (isTransient(error)) {
          if (pages > 0) timer = setTimeout(() => void flush(dispatch), retryMs)
          return
        }
        const { clientId } = outgoing
        const description = messageOf(error)
        change(waiting.map((one) => (one.clientId === clientId ? { ...one, error: description } : one)))
        const title = view === 'tenant' ? tenantSendFailed : sendFailed
        toast({ variant: 'destructive', title, description })
      }
    }
  } finally {
    isSending = false
  }
}

const first = () => waiting.find(({ error }) => error === undefined)

/** The messages of a conversation that wait, oldest first. */
export function usePending(conversationId: string): Pending[] {
  return useSyncExternalStore(watch, () => waiting).filter((one) => one.conversationId === conversationId)
}

/** An id that a contract accepts. Not randomUUID: it exists over HTTPS only. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
