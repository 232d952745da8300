import type { AttentionItem, AttentionKind } from '@keyhold/contracts/gateway/attention'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useAttentionQuery } from '~/api/attention.ts'
import { messageOf } from '~/api/client/problem.ts'
import { useDismissDeliveryMutation, useRetryDeliveryMutation } from '~/api/deliveries.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { ago, daysUntil, headlineMoney, list, plural, relativeDate } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'

interface Look {
  badge: string
  tone: Tone
  note: (item: AttentionItem) => string
  /** Where it is put right; a failed message is put right here. */
  to: (item: AttentionItem) => string
  /** Where the others are: "3 more overdue". */
  more: string
  all: string
}

const dated = (words: string) => (item: AttentionItem) =>
  [item.note, `${words} ${relativeDate(item.on)}`].filter(Boolean).join(' · ')
const since = (item: AttentionItem) => [item.note, ago(item.at)].filter(Boolean).join(' · ')

const looks: Record<Exclude<AttentionKind, 'late_fee'>, Look> = {
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

const named: Record<AttentionKind, string> = {
  emergency: 'emergencies',
  overdue: 'overdue rent',
  unverified: 'payments to confirm',
  late_fee: 'late fees',
  past_due: 'repair deadlines',
  ending: 'leases ending',
  failed_message: 'failed messages',
}

/** What waits for the landlord, each line one click from its cure. */
export function Attention() {
  const { data } = useAttentionQuery()
  if (!data) return null
  const { items, totals, unknown } = data
  const isCalm = unknown.length === 0 && Object.values(totals).every((total) => total === 0)
  const kinds = (Object.keys(looks) as (keyof typeof looks)[]).filter((kind) => totals[kind] > 0)
  return (
    <SectionCard title="Needs attention" padded={false}>
      {isCalm ? (
        <p className="flex items-center gap-2.5 px-5 pb-5 text-muted">
          <CircleCheck aria-hidden className="size-4.5 text-success" />
          Nothing is overdue and nothing waits for you.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {kinds.flatMap((kind) => {
            const shown = items.filter((item) => item.kind === kind)
            return [
              ...shown.map((item) =>
                kind === 'failed_message' ? (
                  <FailedMessage key={item.recordId} item={item} />
                ) : (
                  <Waiting key={`${kind} ${item.recordId}`} item={item} look={looks[kind]} />
                ),
              ),
              totals[kind] > shown.length && kind !== 'failed_message' && (
                <More key={`${kind} more`} to={looks[kind].all}>
                  {totals[kind] - shown.length} more {looks[kind].more}
                </More>
              ),
            ]
          })}
          {totals.late_fee > 0 && (
            <More to={paths.paymentsOf({ view: 'late-fees' })}>{plural(totals.late_fee, 'late fee')} to judge</More>
          )}
          {unknown.length > 0 && (
            <li className="px-5 py-2.5 text-sm text-muted">
              Could not look for {list(unknown.map((kind) => named[kind]))} right now.
            </li>
          )}
        </ul>
      )}
    </SectionCard>
  )
}

function Waiting({ item, look }: { item: AttentionItem; look: Look }) {
  return (
    <Line title={item.title} note={look.note(item)} to={look.to(item)}>
      {item.amount !== null && <span className="figures font-medium">{headlineMoney(item.amount)}</span>}
      <Badge tone={look.tone}>{look.badge}</Badge>
    </Line>
  )
}

function FailedMessage({ item }: { item: AttentionItem }) {
  const [retry, { isLoading }] = useRetryDeliveryMutation()
  const [dismiss, dismissing] = useDismissDeliveryMutation()
  const sendAgain = async () => {
    const answer = await retry({ id: item.recordId })
    const failure =
      'error' in answer ? messageOf(answer.error) : answer.data.status === 'failed' ? answer.data.reason : null
    if (failure === null) toast({ title: 'Message sent', variant: 'success' })
    else toast({ title: 'The message was not sent', description: failure, variant: 'destructive' })
  }
  const leave = async () => {
    const { error } = await dismiss({ id: item.recordId })
    if (error) toastError('The message could not be dismissed', error)
  }
  return (
    <li className="grid gap-2 px-5 py-2.5">
      <div>
        <p className="font-medium wrap-anywhere">Message to {item.title}</p>
        <p className="text-sm text-muted">{looks.failed_message.note(item)}</p>
      </div>
      <div className="flex gap-1">
        {item.canRetry && (
          <Button size="sm" variant="secondary" loading={isLoading} onClick={() => void sendAgain()}>
            Send again
          </Button>
        )}
        <Button size="sm" variant="ghost" loading={dismissing.isLoading} onClick={() => void leave()}>
          Dismiss
        </Button>
      </div>
    </li>
  )
}

function Line({ to, title, note, children }: { to: string; title: string; note: string; children: ReactNode }) {
  return (
    <li className="relative flex items-center gap-3 px-5 py-2.5 last:rounded-b-lg hover:bg-sunken/60 dark:hover:bg-raised/60">
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-pine"
        >
          {title}
        </Link>
        <p className="line-clamp-2 text-sm text-muted">{note}</p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">{children}</div>
    </li>
  )
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li className="px-5 py-2.5">
      <Link to={to} className="text-sm font-medium text-pine underline-offset-4 hover:underline">
        {children}
      </Link>
    </li>
  )
}
