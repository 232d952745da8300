import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Link } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { cn } from '~/lib/cn.ts'
import { date, money } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { leaseProgress } from '../words.ts'
import { link } from './contact-info.tsx'

export function LeaseInfo({
  tenant,
  tenancy,
  onEdit,
  onTerms,
}: {
  tenant: Tenant
  tenancy: Tenancy | undefined
  onEdit: () => void
  onTerms: () => void
}) {
  const progress = leaseProgress(tenant)
  if (!tenant.leaseStartDate && !tenant.leaseEndDate && tenant.monthlyRent === null)
    return (
      <SectionCard title="Lease Information">
        <p className="max-w-prose text-muted">
          No lease on record yet. With a rent and a lease start, 12 monthly payments are set up.
        </p>
        <Button variant="secondary" className="mt-4" onClick={onEdit}>
          Add lease details
        </Button>
      </SectionCard>
    )
  return (
    <SectionCard
      title="Lease Information"
      action={
        tenancy &&
        tenant.isActive && (
          <Button size="sm" variant="ghost" onClick={onTerms}>
            Change terms
          </Button>
        )
      }
    >
      {progress && (
        <div className="mb-5">
          <div className="mb-2 flex justify-between gap-3 text-sm">
            <span className="text-muted">{date(tenant.leaseStartDate)}</span>
            <span className={cn('font-medium', progress.isNear && 'text-warning')}>{progress.words}</span>
            <span className="text-muted">{date(tenant.leaseEndDate)}</span>
          </div>
          <Progress value={progress.value} label="How far the lease is" />
        </div>
      )}
      <Details
        className="grid-cols-2"
        items={[
          { label: 'Lease start', value: date(tenant.leaseStartDate) },
          {
            label: 'Lease end',
            value: tenant.leaseStartDate && !tenant.leaseEndDate ? 'Open-ended' : date(tenant.leaseEndDate),
          },
          { label: 'Monthly rent', value: money(tenant.monthlyRent) },
          { label: 'Security deposit', value: money(tenant.securityDeposit) },
          ...(tenancy ? termsOf(tenancy) : []),
          ...(tenant.coTenants.length > 0
            ? [
                {
                  label: tenant.isActive ? 'Together with' : 'Lived with',
                  value: tenant.coTenants.map(({ tenantId, name }) => (
                    <Link key={tenantId} to={paths.tenant(tenantId)} className={cn(link, 'block')}>
                      {name}
                    </Link>
                  )),
                },
              ]
            : []),
        ]}
      />
    </SectionCard>
  )
}

const kinds: Record<Tenancy['termKind'], string> = {
  fixed: 'Fixed term',
  rollover: 'Fixed, then month to month',
  at_will: 'Month to month',
}

const statusText: Partial<Record<Tenancy['status'], string>> = {
  holdover: 'Held over: the term is over, and they are still there',
  month_to_month: 'Month to month now',
}

/** The terms beyond rent and dates. */
function termsOf({ termKind, endDate, status, billing, rentSteps, movedOutOn, currentRent, monthlyRent }: Tenancy) {
  return [
    {
      label: 'Term',
      value: statusText[status] ?? (termKind === 'fixed' && endDate === null ? 'Open-ended' : kinds[termKind]),
    },
    {
      label: 'Rents',
      value: billing
        ? `Every month${billing.dueDay === null ? '' : `, due on day ${billing.dueDay}`}`
        : 'Twelve, set up at once',
    },
    ...(currentRent !== monthlyRent ? [{ label: 'Rent today', value: money(currentRent) }] : []),
    ...rentSteps.map((step) => ({ label: `Rent from ${date(step.startsOn)}`, value: money(step.monthlyRent) })),
    ...(movedOutOn ? [{ label: 'Moved out', value: date(movedOutOn) }] : []),
  ]
}
