import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { House } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useGetPropertyQuery } from '~/api/properties.ts'
import { PropertyMark } from '~/components/property-mark.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { cn } from '~/lib/cn.ts'
import { date, money } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { placeOf } from '~/lib/place.ts'
import { leaseProgress } from '../words.ts'

const link = 'underline decoration-line-strong underline-offset-4 hover:decoration-current'

export function ContactInfo({ tenant }: { tenant: Tenant }) {
  const { email, phone, emergencyContactName, emergencyContactPhone } = tenant
  return (
    <SectionCard title="Contact Information">
      <Details
        items={[
          {
            label: 'Email',
            value: (
              <a href={`mailto:${email}`} className={link}>
                {email}
              </a>
            ),
          },
          { label: 'Phone', value: phone && <PhoneLink number={phone} /> },
          { label: 'Date of birth', value: date(tenant.dateOfBirth) },
          { label: 'Employer', value: tenant.employerName },
          { label: 'Monthly income', value: money(tenant.monthlyIncome) },
          {
            label: 'Emergency contact',
            value: (emergencyContactName ?? emergencyContactPhone) && (
              <>
                {emergencyContactName}
                {emergencyContactPhone && (
                  <span className="block font-normal">
                    <PhoneLink number={emergencyContactPhone} />
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
    </SectionCard>
  )
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} className={link}>
      {number}
    </a>
  )
}

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
const standings: Partial<Record<Tenancy['status'], string>> = {
  holdover: 'Held over: the term is over, and they are still there',
  month_to_month: 'Month to month now',
}

/** What the terms say beyond rent and dates. */
function termsOf({ termKind, endDate, status, billing, rentSteps, movedOutOn, currentRent, monthlyRent }: Tenancy) {
  return [
    {
      label: 'Term',
      value:
        standings[status] ?? (termKind === 'fixed' && endDate === null ? 'Until somebody ends it' : kinds[termKind]),
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

/** Where they live, and the way there. */
export function HomeCard({ tenant, onAssign }: { tenant: Tenant; onAssign: () => void }) {
  const { propertyId } = tenant
  const home = useGetPropertyQuery({ id: propertyId ?? '' }, { skip: propertyId === null })
  return (
    <SectionCard title="Property">
      {propertyId === null ? (
        <div className="flex items-center gap-3">
          <House aria-hidden className="size-4.5 text-muted" />
          <p className="flex-1 text-muted">No property assigned</p>
          <Button size="sm" variant="secondary" onClick={onAssign}>
            Assign
          </Button>
        </div>
      ) : home.isLoading ? (
        <Skeleton className="h-10 w-full" />
      ) : (
        <>
          <div className="flex items-center gap-3">
            {home.data && <PropertyMark type={home.data.propertyType} />}
            <div className="min-w-0">
              <p className="truncate font-medium">
                {[home.data?.name ?? tenant.propertyName, tenant.unitName].filter(Boolean).join(', ')}
              </p>
              <p className="truncate text-sm text-muted">
                {home.data ? placeOf(home.data) : 'This property is no longer in your list.'}
              </p>
            </div>
          </div>
          {home.data && (
            <Button asChild variant="secondary" className="mt-4 w-full">
              <Link to={paths.property(propertyId)}>View Property</Link>
            </Button>
          )}
        </>
      )}
    </SectionCard>
  )
}
