import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { House } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useGetPropertyQuery } from '~/api/properties.ts'
import { PropertyMark } from '~/components/property-mark.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { paths } from '~/lib/paths.ts'
import { shortAddressOf } from '~/lib/short-address.ts'

/** The tenant's property, with a link. */
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
                {home.data ? shortAddressOf(home.data) : 'This property is no longer in your list.'}
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
