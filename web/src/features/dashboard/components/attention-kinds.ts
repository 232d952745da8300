import type { AttentionItem, AttentionKind } from '@keyhold/contracts/gateway/attention'
import { type Tone } from '~/components/ui/badge.tsx'
import { ago, daysUntil, money, plural, relativeDate } from '~/lib/format.ts'
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
  [item.note, item.count && item.count > 1 ? plural(item.count, 'payment') : '', `${words} ${relativeDate(item.on)}`]
    .filter(Boolean)
    .join(' · ')

const since = (item: AttentionItem) => [item.note, ago(item.at)].filter(Boolean).join(' · ')

function insuranceNote(problem: AttentionItem['insurance'], on: string | null): string {
  if (problem === 'missing') return 'No renters insurance entered'
  if (problem === 'too_low') return 'Coverage below what you require'
  return `${problem === 'expired' ? 'Expired' : 'Expires'} ${relativeDate(on)}`
}

export const looks: Record<Exclude<AttentionKind, 'late_fee'>, Look> = {
  emergency: {
    badge: 'Emergency',
    tone: 'danger',
    note: since,
    to: ({ recordId }) => paths.maintenanceRequest(recordId),
    more: 'unassigned emergencies',
    all: paths.maintenanceOf({ show: 'unassigned' }),
  },
  overdue: {
    badge: 'Overdue',
    tone: 'danger',
    note: (item) =>
      [dated('Due')(item), item.reported === undefined ? '' : `${money(item.reported)} reported as paid`]
        .filter(Boolean)
        .join(' · '),
    to: ({ tenantId }) => paths.paymentsOf(tenantId ? { tenant: tenantId } : { status: 'overdue' }),
    more: 'tenants with overdue payments',
    all: paths.paymentsOf({ status: 'overdue' }),
  },
  unverified: {
    badge: 'To confirm',
    tone: 'info',
    note: dated('Reported as paid, due'),
    // Several are confirmed one by one in the tenant's list.
    to: ({ recordId, tenantId, count }) =>
      tenantId && (count ?? 1) > 1 ? paths.paymentsOf({ tenant: tenantId }) : paths.verifyPayment(recordId),
    more: 'tenants with payments to confirm',
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
  bill: {
    badge: 'Invoice to answer',
    tone: 'info',
    note: (item) =>
      [item.note, item.count && item.count > 1 ? plural(item.count, 'invoice') : '', ago(item.at)]
        .filter(Boolean)
        .join(' · '),
    to: ({ recordId }) => paths.maintenanceRequest(recordId),
    more: 'requests with invoices to answer',
    all: paths.maintenance,
  },
  late_turnover: {
    badge: 'Turnover late',
    tone: 'danger',
    note: dated('Due'),
    to: () => paths.airbnbAt('turnover'),
    more: 'late turnovers',
    all: paths.airbnbAt('turnover'),
  },
  unassigned_turnover: {
    badge: 'Nobody assigned',
    tone: 'warning',
    note: dated('Due'),
    to: () => paths.airbnbAt('turnover'),
    more: 'turnovers without a cleaner',
    all: paths.airbnbAt('turnover'),
  },
  billing_ended: {
    badge: 'No rent charged',
    tone: 'warning',
    note: dated('Still living there · rent charges ended'),
    to: ({ tenantId }) => (tenantId ? paths.tenant(tenantId) : paths.tenants),
    more: 'tenants with no upcoming rent',
    all: paths.tenants,
  },
  without_home: {
    badge: 'No home yet',
    tone: 'warning',
    note: (item) =>
      [item.note && `Invited to ${item.note}, which was taken or gone`, `Registered ${ago(item.at)}`]
        .filter(Boolean)
        .join(' · '),
    to: ({ tenantId }) => (tenantId ? paths.tenant(tenantId) : paths.tenants),
    more: 'tenants without a home',
    all: paths.tenants,
  },
  ending: {
    badge: 'Lease ending',
    tone: 'warning',
    note: (item) => dated(item.on && daysUntil(item.on) < 0 ? 'Ended' : 'Ends')(item),
    to: ({ tenantId }) => (tenantId ? paths.tenant(tenantId) : paths.tenants),
    more: 'leases ending',
    all: paths.tenants,
  },
  insurance: {
    badge: 'Insurance',
    tone: 'warning',
    note: ({ note, insurance, on }) => [note, insuranceNote(insurance, on)].filter(Boolean).join(' · '),
    to: ({ tenantId }) => (tenantId ? paths.tenant(tenantId) : paths.insuranceOfTenants),
    more: 'tenants whose insurance needs attention',
    all: paths.insuranceOfTenants,
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
  overdue: 'overdue payments',
  unverified: 'payments to confirm',
  late_fee: 'late fees',
  past_due: 'repair deadlines',
  bill: 'invoices of vendors',
  late_turnover: 'late turnovers',
  unassigned_turnover: 'turnovers without a cleaner',
  billing_ended: 'tenants with no upcoming rent',
  without_home: 'tenants without a home',
  ending: 'leases ending',
  insurance: 'renters insurance',
  failed_message: 'failed messages',
}
