import type { Payment } from '@keyhold/contracts/payments/payments'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Wallet } from 'lucide-react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListPaymentsInfiniteQuery, useSummarizePaymentsQuery } from '~/api/payments.ts'
import { LatestList } from '~/components/latest-list.tsx'
import { chargeName, withoutMoneyWords } from '~/components/money/words.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { StatCard } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { date, headlineMoney, money, plural, relativeDate, today } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** What this tenant has paid and owes, in three figures. */
export function TenantStats({ tenant }: { tenant: Tenant }) {
  const { data, isLoading } = useSummarizePaymentsQuery({ tenantId: tenant.id })
  const next = useListPaymentsInfiniteQuery({ tenantId: tenant.id, status: 'open', sort: 'due', limit: 1 })
  const overdue = data?.overdue
  const upcoming = itemsOf(next.data)[0]
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <StatCard
        label="Paid so far"
        loading={isLoading}
        value={headlineMoney(data?.totalRevenue)}
        hint={data ? paidHint(data) : 'Not available'}
      />
      <StatCard
        label="Overdue"
        loading={isLoading}
        value={headlineMoney(overdue?.open ?? (data ? 0 : null))}
        tone={overdue?.count ? 'danger' : 'default'}
        hint={
          data
            ? overdue?.count
              ? plural(overdue.count, 'unpaid charge', 'unpaid charges')
              : 'Nothing is overdue'
            : 'Not available'
        }
      />
      <div className="col-span-2 grid sm:col-span-1">
        <StatCard
          label={upcoming?.isOverdue ? 'Oldest unpaid' : 'Next payment'}
          loading={next.isLoading || isLoading}
          value={headlineMoney(upcoming?.balance)}
          hint={
            upcoming
              ? `Due ${date(upcoming.dueDate)}, ${relativeDate(upcoming.dueDate)}`
              : data?.nextRentPostsOn
                ? `No open charges. Next rent posts ${date(data.nextRentPostsOn)}`
                : 'No open charges'
          }
        />
      </div>
    </div>
  )
}

/** Money that is not applied yet, and what is paid without money, are named apart. */
const paidHint = ({ credited, credit }: { credited: number; credit: number }) =>
  [
    'Applied to charges',
    credit > 0 ? `${money(credit)} more is credit` : '',
    credited > 0 ? `${money(credited)} credited or written off` : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** The latest payments, received or due, newest first. Later ones are in the ledger. */
export function RecentPayments({ tenant }: { tenant: Tenant }) {
  const list = useListPaymentsInfiniteQuery({ tenantId: tenant.id, to: today(), limit: 5 })
  return (
    <LatestList
      title="Recent Payments"
      viewAll={paths.paymentsOf({ tenant: tenant.id })}
      lists={[list]}
      rows={3}
      empty={
        <EmptyState
          compact
          level={3}
          icon={<Wallet aria-hidden />}
          title="No payments yet"
          description="Charges appear here once they’re due."
        />
      }
    >
      {itemsOf(list.data).map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </LatestList>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{chargeName(payment)}</p>
        <p className="text-sm text-muted">
          {payment.status === 'paid' && payment.paidDate
            ? `Paid ${date(payment.paidDate)}`
            : [`Due ${date(payment.dueDate)}`, withoutMoneyWords(payment)?.toLowerCase()].filter(Boolean).join(' · ')}
          {payment.status === 'partial' && ` · ${money(payment.balance)} open`}
          {payment.reported.length > 0 && ' · reported, awaiting confirmation'}
        </p>
      </div>
      <span className="figures font-medium">{money(payment.amount)}</span>
      <StatusBadge status={payment.isOverdue ? 'overdue' : payment.status} className="w-20 justify-center" />
    </li>
  )
}
