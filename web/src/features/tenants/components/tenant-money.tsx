import type { Payment } from '@keyhold/contracts/payments/payments'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Wallet } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListPaymentsInfiniteQuery, useSummarizePaymentsQuery } from '~/api/payments.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard, StatCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { date, headlineMoney, money, month, plural, relativeDate, today, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** What this tenant has paid and owes, in three figures. */
export function TenantStats({ tenant }: { tenant: Tenant }) {
  const { data, isLoading } = useSummarizePaymentsQuery({ tenantId: tenant.id })
  const next = useListPaymentsInfiniteQuery({
    tenantId: tenant.id,
    status: 'pending',
    sort: 'due',
    from: today(),
    limit: 1,
  })
  const overdue = data?.byStatus.overdue
  const upcoming = itemsOf(next.data)[0]
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <StatCard
        label="Paid so far"
        loading={isLoading}
        value={headlineMoney(data?.totalRevenue)}
        hint={data ? plural(data.byStatus.paid?.count ?? 0, 'payment', 'payments') : 'Not available'}
      />
      <StatCard
        label="Overdue"
        loading={isLoading}
        value={headlineMoney(overdue?.open ?? (data ? 0 : null))}
        tone={overdue?.count ? 'danger' : 'default'}
        hint={
          data
            ? overdue?.count
              ? plural(overdue.count, 'payment', 'payments')
              : 'Nothing is overdue'
            : 'Not available'
        }
      />
      <div className="col-span-2 grid sm:col-span-1">
        <StatCard
          label="Next payment"
          loading={next.isLoading}
          value={headlineMoney(upcoming?.balance)}
          hint={upcoming ? `Due ${date(upcoming.dueDate)}, ${relativeDate(upcoming.dueDate)}` : 'Nothing planned'}
        />
      </div>
    </div>
  )
}

/** The latest payments, received or due, newest first. Later ones are in the ledger. */
export function RecentPayments({ tenant }: { tenant: Tenant }) {
  const list = useListPaymentsInfiniteQuery({ tenantId: tenant.id, to: today(), limit: 5 })
  const payments = itemsOf(list.data)
  return (
    <SectionCard
      title="Recent Payments"
      padded={false}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.paymentsOf({ tenant: tenant.id })}>View All</Link>
        </Button>
      }
    >
      {list.isLoading ? (
        <RowSkeletons count={3} />
      ) : list.isError && !list.currentData ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : payments.length === 0 ? (
        <EmptyState
          compact
          level={3}
          icon={<Wallet aria-hidden />}
          title="No payments yet"
          description="What is due up to today shows here."
        />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {words(payment.paymentType)}
          {payment.paymentType === 'rent' && ` for ${month(payment.dueDate)}`}
        </p>
        <p className="text-sm text-muted">
          {payment.paidDate ? `Paid ${date(payment.paidDate)}` : `Due ${date(payment.dueDate)}`}
          {payment.reported.length > 0 && ' · reported, awaiting confirmation'}
        </p>
      </div>
      <span className="figures font-medium">{money(payment.amount)}</span>
      <StatusBadge status={payment.status} className="w-20 justify-center" />
    </li>
  )
}
