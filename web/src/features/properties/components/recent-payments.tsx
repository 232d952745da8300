import type { Property } from '@keyhold/contracts/properties/properties'
import { Wallet } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListPaymentsInfiniteQuery } from '~/api/payments.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { date, money, relativeDate, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

const shown = 5

/** The property's payments: overdue ones first, earliest first, then the latest paid. */
export function RecentPayments({ property: { id } }: { property: Property }) {
  const late = useListPaymentsInfiniteQuery({ propertyId: id, status: 'overdue', sort: 'due', limit: shown })
  const paid = useListPaymentsInfiniteQuery({ propertyId: id, status: 'paid', limit: shown })
  const failed = late.isError ? late : paid.isError ? paid : undefined
  const payments = [...itemsOf(late.data), ...itemsOf(paid.data)].slice(0, shown)
  return (
    <SectionCard
      title="Payments"
      padded={false}
      action={
        payments.length > 0 && (
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.paymentsOf({ propertyId: id })} aria-label="View All Payments">
              View All
            </Link>
          </Button>
        )
      }
    >
      {late.isLoading || paid.isLoading ? (
        <RowSkeletons count={2} />
      ) : failed ? (
        <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} />
      ) : payments.length === 0 ? (
        <EmptyState compact level={3} icon={<Wallet aria-hidden />} title="Nothing paid or overdue yet" />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {payments.map(({ id: key, tenantName, paymentType, dueDate, status, amount, balance }) => (
            <li key={key} className="flex items-center gap-3 px-5 py-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{tenantName}</p>
                <p className="truncate text-sm text-muted">
                  {words(paymentType)} · due {status === 'overdue' ? relativeDate(dueDate) : date(dueDate)}
                </p>
              </div>
              <span className="figures font-medium">{money(status === 'overdue' ? balance : amount)}</span>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
