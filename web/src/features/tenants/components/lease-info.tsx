import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Link } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { cn } from '~/lib/cn.ts'
import { date, money, ordinal } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { termLabel } from '../terms-words.ts'
import { leaseProgress } from '../words.ts'
import { RentSharesOf } from './rent-shares.tsx'
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
          No lease on record yet. Add a rent and a lease start to create 12 monthly payments.
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
          <Progress value={progress.value} label="Lease progress" />
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
                ...(tenancy && tenant.isActive
                  ? [{ label: 'Shares of the rent', value: <RentSharesOf tenancyId={tenancy.id} /> }]
                  : []),
              ]
            : []),
        ]}
      />
    </SectionCard>
  )
}

const statusText: Partial<Record<Tenancy['status'], string>> = {
  holdover: 'Holdover: the lease has ended and they still live there',
  month_to_month: 'Month to month now',
}

function rentsText(billing: Tenancy['billing']): string {
  const plan = billing?.postingDays == null ? 'First 12 months scheduled, then monthly' : 'Monthly'
  const parts = [
    plan,
    billing?.dueDay ? `due on the ${ordinal(billing.dueDay)}` : '',
    billing?.endsWithTerm ? 'none after the lease ends' : '',
    billing?.billFrom ? `billed from ${date(billing.billFrom)}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** The terms beyond rent and dates. */
function termsOf({ termKind, endDate, status, billing, rentSteps, movedOutOn, currentRent, monthlyRent }: Tenancy) {
  return [
    {
      label: 'Lease type',
      value: statusText[status] ?? termLabel(termKind, endDate !== null),
    },
    {
      label: 'Rent schedule',
      value: rentsText(billing),
    },
    ...(currentRent !== monthlyRent ? [{ label: 'Rent today', value: money(currentRent) }] : []),
    ...rentSteps.map((step) => ({ label: `Rent from ${date(step.startsOn)}`, value: money(step.monthlyRent) })),
    ...(movedOutOn ? [{ label: 'Moved out', value: date(movedOutOn) }] : []),
  ]
}
