import { CalendarDays, FileCheck2, Wallet, Wrench } from 'lucide-react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListDocumentsInfiniteQuery } from '~/api/documents.ts'
import { StatCard } from '~/components/ui/card.tsx'
import { nothing } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { BalanceWhy } from './balance-why.tsx'
import { sayBalance, sayLease, sayNextPayment, type Profile, type Stats } from '../words.ts'

const withWhy = (stats: Stats) => {
  const { value, ...said } = sayBalance(stats)
  return {
    ...said,
    value: (
      <span className="flex items-center gap-2">
        {value}
        <BalanceWhy stats={stats} />
      </span>
    ),
  }
}

/** The lease is one tap away: the newest document of that kind, where there is one. */
function LeaseStatus({ profile }: { profile: Profile }) {
  const { data } = useListDocumentsInfiniteQuery({ limit: 100 })
  const lease = itemsOf(data).find(({ category }) => category === 'lease')
  const { hint, ...said } = sayLease(profile)
  return (
    <StatCard
      label="Lease Status"
      icon={<FileCheck2 aria-hidden />}
      {...said}
      {...(lease ? { to: `${paths.documents}?document=${lease.id}` } : {})}
      hint={
        lease ? (
          <span>
            {hint}. <span className="font-medium text-pine">Read it</span>
          </span>
        ) : (
          hint
        )
      }
    />
  )
}

/** The tenant's figures. */
export function StatCards({
  stats,
  profile,
  requests,
  loading,
}: {
  stats: Stats | undefined
  profile: Profile
  requests: { open: number; urgent: number } | undefined
  /** Until the first answers are there. */
  loading: boolean
}) {
  const absent = { value: nothing, hint: 'Not available right now' }
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      <StatCard
        label="Current Balance"
        loading={loading && !stats}
        icon={<Wallet aria-hidden />}
        {...(stats ? withWhy(stats) : absent)}
      />
      <StatCard
        label="Next Payment"
        loading={loading && !stats}
        icon={<CalendarDays aria-hidden />}
        {...(stats ? sayNextPayment(stats, profile.rentShare) : absent)}
      />
      <LeaseStatus profile={profile} />
      <StatCard
        label="Open Requests"
        to={paths.tenantMaintenance}
        loading={loading && !requests}
        icon={<Wrench aria-hidden />}
        {...(requests
          ? {
              value: requests.open,
              hint:
                requests.open === 0
                  ? 'No open requests'
                  : requests.urgent > 0
                    ? `${requests.urgent} urgent`
                    : 'With your landlord',
            }
          : absent)}
      />
    </div>
  )
}
