import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api, type Tag } from './api.ts'

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

const tagsOf = (type: string): Tag[] => Object.entries(staleAfter).find(([prefix]) => type.startsWith(prefix))?.[1] ?? []

const firstPause = 1000
const longestPause = 30_000
// A payment makes several facts at once: one refetch answers them all.
const gatherFor = 200

/**
 * Follows what happens on the server (`GET /api/stream`: server-sent events, each an unnamed message with a JSON `{ type }`)
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
    source.addEventListener('message', ({ data }: MessageEvent<string>) => invalidate(tagsOf(typeOf(data))))
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

function typeOf(data: string): string {
  try {
    const fact = JSON.parse(data) as { type?: unknown }
    return typeof fact.type === 'string' ? fact.type : ''
  } catch {
    return ''
  }
}
