import type { ServiceName } from '@keyhold/contracts/services'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { sessionLost } from './session-slice.ts'
import type { Tag } from './tags.ts'

/** Every service that publishes has a line; further ones are for some of its events, or for those of no service. */
type StaleAfter = Record<`${Exclude<ServiceName, 'gateway'>}.`, Tag[]> &
  Record<`${ServiceName | 'platform'}.${string}`, Tag[]>

const tenancyTags: Tag[] = ['Tenant', 'Tenancy', 'Invitation', 'Property', 'Unit', 'Dashboard', 'Attention', 'Report']

/** Which cached answers a change makes stale, by the start of its type; the first match wins. */
const staleAfter: StaleAfter = {
  'properties.document.': ['Document'],
  'properties.nights.': ['Nights'],
  'properties.rental.': ['Rental', 'StayCalendar'],
  'properties.stay-calendar.': ['StayCalendar'],
  'properties.stay-task.': ['StayTask', 'StayAnalytics', 'Attention'],
  'properties.booking': ['StayBooking', 'StayCalendar', 'StayAnalytics', 'Rental'],
  'properties.': ['Property', 'Unit', 'Photo', 'Dashboard', 'Report'],
  'tenancy.import.': ['TenantImport'],
  'tenancy.onboarding.': ['Onboarding'],
  'tenancy.insurance.': ['Insurance', 'Onboarding', 'Tenant'],
  'tenancy.tenant.updated': ['Onboarding', 'Insurance', ...tenancyTags],
  'tenancy.': tenancyTags,
  'payments.bank-account.': ['BankAccount', 'Receipt', 'Report'],
  'payments.late-fee.': ['LateFee', 'Attention'],
  'payments.': ['Payment', 'Receipt', 'Ledger', 'Recurring', 'Deposit', 'Dashboard', 'Attention', 'Report'],
  'maintenance.': ['Maintenance', 'Vendor', 'Dashboard', 'Attention', 'Report'],
  'messaging.notice.': ['Notice', 'ReminderRule'],
  'messaging.notification.': ['Notification'],
  'messaging.message.': ['Conversation'],
  'messaging.conversation.': ['Conversation'],
  'messaging.assistant.': ['Conversation'],
  // Nothing is stored of it: open threads listen by themselves.
  'messaging.typing.': ['Typing'],
  'messaging.delivery.': ['Notification', 'Invitation', 'FailedDelivery', 'HeldMessage', 'Attention', 'Conversation'],
  'messaging.': ['Notification', 'Invitation', 'FailedDelivery', 'HeldMessage', 'Attention'],
  'identity.branding.': ['Branding'],
  'identity.user.': ['TenantUser', 'AdminLandlord', 'Proof', 'HeldMessage'],
  'identity.': ['TenantUser', 'LoginSession', 'Ticket', 'AdminLandlord', 'AdminDatabase'],
  'billing.': ['Subscription', 'Session', 'Property', 'Invoice', 'AdminLandlord', 'PlatformSettings'],
  'ai.document.': ['Document'],
  'ai.assistant.': ['Assistant'],
  'ai.': ['Insight'],
  'platform.': ['AdminActivity', 'AdminLandlord'],
}

export const tagsOf = (type: string): Tag[] =>
  Object.entries(staleAfter).find(([prefix]) => type.startsWith(prefix))?.[1] ?? []

/** A change on the server: which record changed, without its content. */
export interface ServerChange {
  type: string
  /** Id of the record. */
  subject: string
}

const listeners = new Set<(change: ServerChange) => void>()

/** Calls `listener` for every change while the page is subscribed to the stream. Returns a function that unsubscribes. */
export function onServerChange(listener: (change: ServerChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const firstPause = 1000
const longestPause = 30_000
// A payment causes several changes at once: refetch once for all of them.
const gatherFor = 200

/**
 * Subscribes to changes on the server (`GET /api/stream`: server-sent events, each an unnamed message with a JSON `Change`)
 * and refetches what they make stale. Reconnects by itself after a break, and then refetches everything, since changes were missed.
 * A session that was ended elsewhere is lost at once. Returns a function that stops it.
 */
export function subscribeToStream(dispatch: ThunkDispatch<unknown, unknown, UnknownAction>): () => void {
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
      const change = changeOf(data)
      invalidate(tagsOf(change.type))
      for (const listener of listeners) listener(change)
    })
    source.addEventListener('ended', () => {
      source?.close()
      dispatch(sessionLost())
    })
    source.addEventListener('error', () => {
      broken = true
      // The browser reconnects after a dropped connection, but not after an error response.
      if (source?.readyState !== EventSource.CLOSED) return
      // Renews the session, or finds that it ended meanwhile.
      dispatch(api.util.invalidateTags(['Session']))
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

function changeOf(data: string): ServerChange {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  try {
    const { type, subject } = JSON.parse(data) as Record<string, unknown>
    return { type: text(type), subject: text(subject) }
  } catch {
    return { type: '', subject: '' }
  }
}
