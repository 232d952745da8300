import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { totalOf } from '~/api/client/calls-of.ts'
import { useDashboardStatsQuery } from '~/api/dashboard.ts'
import { useListInvitationsInfiniteQuery } from '~/api/invitations.ts'
import { useSummarizePaymentsQuery } from '~/api/payments.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { cn } from '~/lib/cn.ts'
import { paths } from '~/lib/paths.ts'
import type { Opening } from './dialogs.tsx'

/** The first three steps of a new landlord. Hidden once they are done, and while loading. */
export function GettingStarted({ onOpen }: { onOpen: (opening: Opening) => void }) {
  const done = useStepsDone()
  if (!done || (done.property && done.tenant && done.rent)) return null
  const count = Object.values(done).filter(Boolean).length
  return (
    <SectionCard title="Getting started" description="Three steps to get your rentals up and running." className="mb-6">
      <div className="mb-4 flex items-center gap-3">
        <Progress value={(count / 3) * 100} label="Steps done" className="flex-1" />
        <span className="figures text-sm text-muted">{count} of 3</span>
      </div>
      <ol className="grid gap-3 lg:grid-cols-3">
        <Step number={1} isDone={done.property} title="Add a property" note="All you need is an address and a rent.">
          <Button size="sm" onClick={() => onOpen('property')}>
            Add Property
          </Button>
        </Step>
        <Step
          number={2}
          isDone={done.tenant}
          title="Invite a tenant"
          note="Invite them to register, or add them yourself."
        >
          <Button size="sm" variant={done.property ? 'primary' : 'secondary'} onClick={() => onOpen('sms')}>
            SMS Invite Tenant
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onOpen('tenant')}>
            Add Tenant
          </Button>
        </Step>
        <Step number={3} isDone={done.rent} title="Record a rent" note="See who has paid and what is still open.">
          <Button asChild size="sm" variant={done.property && done.tenant ? 'primary' : 'secondary'}>
            <Link to={paths.payments}>Go to Payments</Link>
          </Button>
        </Step>
      </ol>
    </SectionCard>
  )
}

function Step({
  number,
  isDone,
  title,
  note,
  children,
}: {
  number: number
  isDone: boolean
  title: string
  note: string
  children: React.ReactNode
}) {
  return (
    <li className={cn('flex gap-3 rounded-md border border-line p-4', isDone && 'bg-sunken')}>
      <span
        aria-hidden
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded-full text-sm font-semibold [&_svg]:size-3.5',
          isDone ? 'bg-pine text-on-pine' : 'border border-control text-muted',
        )}
      >
        {isDone ? <Check strokeWidth={3} /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <p className={cn('font-medium', isDone && 'text-muted')}>
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        <p className="text-sm text-muted">{note}</p>
        {!isDone && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
      </div>
    </li>
  )
}

/** Which steps are done, mostly from figures the dashboard has anyway. Undefined while loading. */
function useStepsDone() {
  const { data: stats } = useDashboardStatsQuery()
  const hasTenant = (stats?.activeTenants ?? 0) > 0
  const hasRevenue = Boolean(stats && (stats.monthlyRevenue > 0 || stats.lastMonthRevenue > 0))
  const invitations = useListInvitationsInfiniteQuery({ limit: 1 }, { skip: !stats || hasTenant })
  const payments = useSummarizePaymentsQuery(undefined, { skip: !stats || hasRevenue })
  if (!stats || invitations.isLoading || payments.isLoading || invitations.isError || payments.isError) return undefined
  return {
    property: stats.totalProperties > 0,
    tenant: hasTenant || (totalOf(invitations.data) ?? 0) > 0,
    rent: hasRevenue || (payments.data?.totalRevenue ?? 0) > 0,
  }
}
