import type { PaymentFilter, PaymentSummary } from '@keyhold/contracts/payments/payments'
import type { z } from '@keyhold/contracts/zod'
import { Banknote, Hourglass, ListChecks } from 'lucide-react'
import { useSummarizePaymentsQuery } from '~/api/payments.ts'
import { StatCard } from '~/components/ui/card.tsx'
import { headlineMoney, number, plural } from '~/lib/format.ts'
import { minus } from '~/lib/money.ts'

/** Total Revenue, Outstanding and Total Payments, summed on the server. Outstanding is everything unpaid, also what is not due yet (spec 2). */
export function SummaryCards({ scope }: { scope: z.input<typeof PaymentFilter> }) {
  const { data, isLoading } = useSummarizePaymentsQuery(scope)
  const overdue = data?.overdue
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
      <StatCard
        label="Total Revenue"
        loading={isLoading}
        value={headlineMoney(data?.totalRevenue)}
        hint={
          data?.credit
            ? `Not including ${headlineMoney(data.credit)} of credit`
            : data?.credited
              ? `Not including ${headlineMoney(data.credited)} credited or written off`
              : 'Received, not including deposits and credit'
        }
        icon={<Banknote aria-hidden />}
      />
      <StatCard
        label="Outstanding"
        loading={isLoading}
        value={headlineMoney(data?.outstanding)}
        tone={overdue?.count ? 'warning' : 'default'}
        hint={data && outstandingHint(data)}
        icon={<Hourglass aria-hidden />}
      />
      <StatCard
        label="Total Payments"
        loading={isLoading}
        value={number(data?.count)}
        hint={plural(data?.byStatus.paid?.count ?? 0, 'paid', 'paid')}
        icon={<ListChecks aria-hidden />}
      />
    </div>
  )
}

/** "$987.65 overdue · $50 due today · $2,000 not due yet" */
function outstandingHint({ outstanding, dueNow, overdue }: z.output<typeof PaymentSummary>): string {
  const parts = [
    { amount: overdue.open, words: 'overdue' },
    { amount: minus(dueNow, overdue.open), words: 'due today' },
    { amount: minus(outstanding, dueNow), words: 'not due yet' },
  ]
  const shown = parts.filter(({ amount }) => amount > 0)
  return shown.map(({ amount, words }) => `${headlineMoney(amount)} ${words}`).join(' · ') || 'Nothing is overdue'
}
