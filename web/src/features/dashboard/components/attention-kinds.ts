import type { AttentionItem, AttentionKind } from '@keyhold/contracts/gateway/attention'
import { type Tone } from '~/components/ui/badge.tsx'
import { ago, daysUntil, relativeDate } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

export interface Look {
  badge: string
  tone: Tone
  note: (item: AttentionItem) => string
  /** Where to resolve it; a failed message is resolved in place. */
  to: (item: AttentionItem) => string
  /** Where the others are: "3 more overdue". */
  more: string
  all: string
}

const dated = (words: string) => (item: AttentionItem) =>
  [item.note, `${words} ${relativeDate(item.on)}`].filter(Boolean).join(' · ')

const since = (item: AttentionItem) => [item.note, ago(item.at)].filter(Boolean).join(' · ')

export const looks: Record<Exclude<AttentionKind, 'late_fee'>, Look> = {
  emergency: {
    badge: 'Emergency',
    tone: 'danger',
    note: since,
    to: ({ recordId }) => paths.maintenanceRequest(recordId),
    more: 'emergencies that nobody is on',
    all: paths.maintenanceOf({ show: 'unassigned' }),
  },
  overdue: {
    badge: 'Overdue',
    tone: 'danger',
    note: dated('Due'),
    to: ({ tenantId }) => paths.paymentsOf(tenantId ? { tenant: tenantId } : { status: 'overdue' }),
    more: 'overdue',
    all: paths.paymentsOf({ status: 'overdue' }),
  },
  unverified: {
    badge: 'To confirm',
    tone: 'info',
    note: dated('Reported as paid, due'),
    to: ({ recordId }) => paths.verifyPayment(recordId),
    more: 'payments to confirm',
    all: paths.payments,
  },
  past_due: {
    badge: 'Past deadline',
    tone: 'warning',
    note: since,
    to: ({ recordId }) => paths.maintenanceRequest(recordId),
    more: 'repairs past their deadline',
    all: paths.maintenanceOf({ show: 'pastDue' }),
  },
  ending: {
    badge: 'Lease ending',
    tone: 'warning',
    note: (item) => dated(item.on && daysUntil(item.on) < 0 ? 'Ended' : 'Ends')(item),
    to: ({ tenantId }) => (tenantId ? paths.tenant(tenantId) : paths.tenants),
    more: 'leases ending',
    all: paths.tenants,
  },
  failed_message: {
    badge: 'Not sent',
    tone: 'danger',
    note: since,
    to: () => paths.home,
    more: 'failed messages',
    all: paths.home,
  },
}

export const named: Record<AttentionKind, string> = {
  emergency: 'emergencies',
  overdue: 'overdue rent',
  unverified: 'payments to confirm',
  late_fee: 'late fees',
  past_due: 'repair deadlines',
  ending: 'leases ending',
  failed_message: 'failed messages',
}
