import type { Payment } from '@keyhold/contracts/payments/payments'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useListTenantPaymentsInfiniteQuery } from '~/api/tenant-payments.ts'
import { chargeName, withoutMoneyWords } from '~/components/money/words.ts'
import { WhyPayment } from '~/components/money/why-payment.tsx'
import { ScrollTarget } from '~/components/scroll-target.tsx'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { LoadMore } from '~/components/ui/pager.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { date, money, relativeDate, words } from '~/lib/format.ts'
import { recentOf } from '../words.ts'

const few = 5

/** The tenant's payments: five around today, or all. */
export function PaymentsCard() {
  const [all, setAll] = useState(false)
  const list = useListTenantPaymentsInfiniteQuery({ sort: 'newest', limit: 100 })
  const payments = itemsOf(list.data)
  const total = totalOf(list.data) ?? payments.length
  const shown = all ? payments : recentOf(payments, few)
  return (
    <ScrollTarget id="my-payments">
      <SectionCard
        title="Recent Payments"
        padded={false}
        action={
          total > few && (
            <Button size="sm" variant="ghost" className="-mr-2" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `View all ${total}`}
            </Button>
          )
        }
      >
        {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
        {list.isLoading && <RowSkeletons />}
        {list.isSuccess && payments.length === 0 && (
          <EmptyState
            compact
            level={3}
            icon={<ReceiptText aria-hidden />}
            title="No payments yet"
            description="Rents appear here as soon as your landlord has entered your lease."
          />
        )}
        <ul className="divide-y divide-line">
          {shown.map((payment) => (
            <Row key={payment.id} payment={payment} />
          ))}
        </ul>
        {all && (
          <LoadMore
            shown={shown.length}
            total={total}
            hasMore={list.hasNextPage}
            loading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </SectionCard>
    </ScrollTarget>
  )
}

function Row({ payment }: { payment: Payment }) {
  const { status, isOverdue, dueDate, paidDate, balance, amount, reported } = payment
  const isReported = reported.reduce((sum, report) => sum + report.amount, 0) >= balance
  return (
    <li className="grid gap-2 px-5 py-3.5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">{chargeName(payment)}</p>
          <p className={isOverdue && !isReported ? 'text-sm text-danger' : 'text-sm text-muted'}>
            {status === 'paid'
              ? (withoutMoneyWords(payment) ?? (paidDate ? `Paid ${date(paidDate)}` : 'Paid'))
              : `Due ${date(dueDate)} · ${relativeDate(dueDate)}`}
          </p>
          {payment.receiptUrl && (
            <SessionFileLink
              href={payment.receiptUrl}
              className="text-sm font-medium text-pine underline-offset-4 hover:underline"
            >
              Receipt
            </SessionFileLink>
          )}
          {status === 'partial' && <p className="text-sm text-muted">{money(balance)} of it is still open</p>}
        </div>
        <div className="grid justify-items-end gap-1">
          <span className="inline-flex items-center gap-1.5">
            <span className="figures font-medium">{money(amount)}</span>
            <WhyPayment id={payment.id} of={chargeName(payment)} />
          </span>
          <StatusBadge status={status} />
          {isOverdue && status === 'partial' && <StatusBadge status="overdue" />}
        </div>
      </div>
      {reported.map((report) => (
        <p key={report.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Badge tone="info">{money(report.amount)} awaiting confirmation</Badge>
          <span>
            {words(report.paymentMethod)}, {date(report.receivedOn)}
            {report.confirmationNumber && <span className="figures"> · {report.confirmationNumber}</span>}
          </span>
        </p>
      ))}
    </li>
  )
}
