import type { PaymentFilter } from '@keyhold/contracts/payments/payments'
import type { z } from '@keyhold/contracts/zod'
import { Banknote, Hourglass, ListChecks } from 'lucide-react'
import { useSummarizePaymentsQuery } from '~/api/payments.ts'
import { StatCard } from '~/components/ui/card.tsx'
import { headlineMoney, number, plural } from '~/lib/format.ts'

/** Total Revenue, Outstanding and Total Payments of the filtered payments, summed on the server. */
export function SummaryCards({ filter }: { filter: z.input<typeof PaymentFilter> }) {
  const { data, isLoading } = useSummarizePaymentsQuery(filter)
  const overdue = data?.byStatus.overdue
  return (
    <div className="mb-6 grid gap-3 sm:grid-cols-3">
      <StatCard
        label="Total Revenue"
        loading={isLoading}
        value={headlineMoney(data?.totalRevenue)}
        hint={data?.credit ? `${headlineMoney(data.credit)} of it credit of tenants` : 'Received; deposits left out'}
        icon={<Banknote aria-hidden />}
      />
      <StatCard
        label="Outstanding"
        loading={isLoading}
        value={headlineMoney(data?.outstanding)}
        tone={overdue?.count ? 'warning' : 'default'}
        hint={overdue?.count ? `${headlineMoney(overdue.open)} of it overdue` : 'Nothing is overdue'}
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
