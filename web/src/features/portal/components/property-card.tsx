import { MapPin } from 'lucide-react'
import { useTenantPropertyQuery } from '~/api/properties.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { number, words } from '~/lib/format.ts'

type Home = NonNullable<ReturnType<typeof useTenantPropertyQuery>['data']>

/** The tenant's home; each screen has its own `title`. */
export function PropertyCard({ title }: { title: string }) {
  const { data: home, isLoading, isError, error, refetch } = useTenantPropertyQuery()
  return (
    <SectionCard title={title}>
      {isLoading && <Skeleton className="h-32 w-full" />}
      {isError && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {home && <Facts home={home} />}
      {home === null && (
        <EmptyState
          compact
          level={3}
          icon={<MapPin aria-hidden />}
          title="No home assigned yet"
          description="Your landlord will assign it. If you have already moved in, ask them to do so."
        />
      )}
    </SectionCard>
  )
}

function Facts({ home }: { home: Home }) {
  const place = [home.city, [home.state, home.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const rooms = [
    home.bedrooms != null && `${home.bedrooms} bed`,
    home.bathrooms != null && `${number(home.bathrooms)} bath`,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <p className="font-semibold">{home.name}</p>
      <address className="mb-4 text-muted not-italic">
        {home.address !== home.name && <span className="block">{home.address}</span>}
        {place}
      </address>
      <Details
        className="grid-cols-2"
        items={[
          { label: 'Type', value: words(home.propertyType) },
          ...(rooms ? [{ label: 'Rooms', value: rooms }] : []),
          ...(home.squareFeet ? [{ label: 'Size', value: `${number(home.squareFeet)} sq ft` }] : []),
        ]}
      />
    </>
  )
}
