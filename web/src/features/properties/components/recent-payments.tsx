import type { Property } from '@keyhold/contracts/properties/properties'
import { Wallet } from 'lucide-react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListPaymentsInfiniteQuery } from '~/api/payments.ts'
import { LatestList } from '~/components/latest-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { date, money, relativeDate, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

const shown = 5

/** The property's payments: overdue ones first, earliest first, then the latest paid. */
export function RecentPayments({ property: { id } }: { property: Property }) {
  const late = useListPaymentsInfiniteQuery({ propertyId: id, status: 'overdue', sort: 'due', limit: shown })
  const paid = useListPaymentsInfiniteQuery({ propertyId: id, status: 'paid', limit: shown })
  const payments = [...itemsOf(late.data), ...itemsOf(paid.data)].slice(0, shown)
  return (
    <LatestList
      title="Payments"
      viewAll={paths.paymentsOf({ propertyId: id })}
      lists={[late, paid]}
      rows={2}
      empty={<EmptyState compact level={3} icon={<Wallet aria-hidden />} title="Nothing paid or overdue yet" />}
    >
      {payments.map(({ id: key, tenantName, paymentType, dueDate, isOverdue, status, amount, balance }) => (
        <li key={key} className="flex items-center gap-3 px-5 py-3">
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 font-medium">{tenantName}</p>
            <p className="text-sm text-muted">
              {words(paymentType)} · due {isOverdue ? relativeDate(dueDate) : date(dueDate)}
            </p>
          </div>
          <span className="figures font-medium">{money(isOverdue ? balance : amount)}</span>
          <StatusBadge status={isOverdue ? 'overdue' : status} />
        </li>
      ))}
    </LatestList>
  )
}
