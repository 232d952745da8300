import type { Payment } from '@keyhold/contracts/payments'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { ago, headlineMoney, relativeDate } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useLateRentsQuery, useOpenRequestsQuery } from '../api.ts'

/** What waits for the landlord: the oldest overdue payments and the newest open requests. */
export function Attention() {
  const late = useLateRentsQuery({ status: 'overdue', sort: 'due', limit: 4 })
  const requests = useOpenRequestsQuery({ status: 'open', limit: 3 })
  if (!late.data || !requests.data) return null
  const isCalm = late.data.total === 0 && requests.data.total === 0
  return (
    <SectionCard title="Needs attention" padded={false}>
      {isCalm ? (
        <p className="flex items-center gap-2.5 px-5 pb-5 text-muted">
          <CircleCheck aria-hidden className="size-4.5 text-success" />
          Nothing is overdue and no request is open.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {late.data.items.map((payment) => (
            <LateRent key={payment.id} payment={payment} />
          ))}
          <More total={late.data.total} shown={late.data.items.length} what="overdue" to={paths.paymentsOf({ status: 'overdue' })} />
          {requests.data.items.map(({ id, title, propertyId, propertyName, priority, createdAt }) => (
            <Line
              key={id}
              to={propertyId ? paths.maintenanceOf({ propertyId }) : paths.maintenance}
              title={title}
              note={[propertyName, ago(createdAt)].filter(Boolean).join(' · ')}
            >
              <StatusBadge status={priority} />
            </Line>
          ))}
          <More total={requests.data.total} shown={requests.data.items.length} what="open requests" to={paths.maintenance} />
        </ul>
      )}
    </SectionCard>
  )
}

function LateRent({ payment: { tenantId, tenantName, balance, dueDate, reported } }: { payment: Payment }) {
  return (
    <Line to={paths.paymentsOf({ tenant: tenantId })} title={tenantName} note={`Due ${relativeDate(dueDate)}`}>
      <span className="figures font-medium text-danger">{headlineMoney(balance)}</span>
      {reported.length > 0 && <Badge tone="info">To confirm</Badge>}
    </Line>
  )
}

function Line({ to, title, note, children }: { to: string; title: string; note: string; children: React.ReactNode }) {
  return (
    <li className="relative flex items-center gap-3 px-5 py-2.5 last:rounded-b-lg hover:bg-sunken/60 dark:hover:bg-raised/60">
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-pine"
        >
          {title}
        </Link>
        <p className="truncate text-sm text-muted">{note}</p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">{children}</div>
    </li>
  )
}

function More({ total, shown, what, to }: { total: number; shown: number; what: string; to: string }) {
  if (total <= shown) return null
  return (
    <li className="px-5 py-2.5">
      <Link to={to} className="text-sm font-medium text-pine underline-offset-4 hover:underline">
        {total - shown} more {what}
      </Link>
    </li>
  )
}
