import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import type { Tag } from './tags.ts'

/** Which cached answers a fact makes stale, by what its type starts with; the first that fits holds. */
const staleAfter: Record<string, Tag[]> = {
  'properties.document.': ['Document'],
  'properties.': ['Property', 'Unit', 'Photo', 'Dashboard', 'Report'],
  'tenancy.import.': ['TenantImport'],
  'tenancy.': ['Tenant', 'Tenancy', 'Invitation', 'Property', 'Unit', 'Dashboard', 'Attention', 'Report'],
  'payments.late-fee.': ['LateFee', 'Attention'],
  'payments.': ['Payment', 'Ledger', 'Recurring', 'Deposit', 'Dashboard', 'Attention', 'Report'],
  'maintenance.': ['Maintenance', 'Vendor', 'Dashboard', 'Attention', 'Report'],
  'messaging.': ['Notification', 'Invitation', 'FailedDelivery', 'Attention'],
  'identity.': ['TenantUser', 'LoginSession', 'Ticket', 'AdminLandlord', 'AdminDatabase'],
  'billing.': ['Subscription', 'Session', 'Property', 'Invoice', 'AdminLandlord', 'PlatformSettings'],
  'ai.document.': ['Document'],
  'ai.': ['Insight'],
  'platform.': ['AdminActivity', 'AdminLandlord'],
}

const tagsOf = (type: string): Tag[] =>
  Object.entries(staleAfter).find(([prefix]) => type.startsWith(prefix))?.[1] ?? []

/** What the server says of a fact: which record changed, never what is in it. */
export interface Fact {
  type: string
  /** Id of the record. */
  subject: string
}

const listeners = new Set<(fact: Fact) => void>()

/** Hears of every fact while the page follows the stream, for what has to be said and not only fetched again. Answers a function that ends it. */
export function onFact(listener: (fact: Fact) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const firstPause = 1000
const longestPause = 30_000
// A payment makes several facts at once: one refetch answers them all.
const gatherFor = 200

/**
 * Follows what happens on the server (`GET /api/stream`: server-sent events, each an unnamed message with a JSON `Fact`)
 * and refetches what it makes stale. Comes back by itself after a break, and then refetches everything live, since facts were missed.
 * Answers a function that ends it.
 */
export function followStream(dispatch: ThunkDispatch<unknown, unknown, UnknownAction>): () => void {
  let source: EventSource | undefined
  let pause = firstPause
  let broken = false
  let reconnect: ReturnType<typeof setTimeout> | undefined
  let flush: ReturnType<typeof setTimeout> | undefined
  const stale = new Set<Tag>()

  const invalidate = (tags: Iterable<Tag>) => {
    for (const tag of tags) stale.add(tag)
    if (stale.size === 0) return
    flush ??= setTimeout(() => {
      flush = undefined
      dispatch(api.util.invalidateTags([...stale]))
      stale.clear()
    }, gatherFor)
  }

  const open = () => {
    source = new EventSource('/api/stream')
    source.addEventListener('open', () => {
      pause = firstPause
      if (broken) invalidate(new Set(Object.values(staleAfter).flat()))
      broken = false
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const fact = factOf(data)
      invalidate(tagsOf(fact.type))
      for (const listener of listeners) listener(fact)
    })
    source.addEventListener('error', () => {
      broken = true
      // The browser reconnects after a dropped line, but gives up for good when the server answers with an error.
      if (source?.readyState !== EventSource.CLOSED) return
      reconnect = setTimeout(open, pause)
      pause = Math.min(pause * 2, longestPause)
    })
  }
  open()

  return () => {
    source?.close()
    clearTimeout(reconnect)
    clearTimeout(flush)
  }
}

function factOf(data: string): Fact {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  try {
    const { type, subject } = JSON.parse(data) as Record<string, unknown>
    return { type: text(type), subject: text(subject) }
  } catch {
    return { type: '', subject: '' }
  }
}
