import type { Property } from '@keyhold/contracts/properties/properties'
import { Badge } from '~/components/ui/badge.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { dayOf, money, number, words } from '~/lib/format.ts'

/** A property's details. */
export function PropertyInfo({ property }: { property: Property }) {
  const { description, amenities } = property
  return (
    <SectionCard title="Property Information">
      {description && <p className="mb-5 max-w-prose whitespace-pre-line">{description}</p>}
      <Details
        columns={3}
        className="grid-cols-2"
        items={[
          { label: 'Type', value: words(property.propertyType) },
          { label: 'Bedrooms', value: number(property.bedrooms) },
          { label: 'Bathrooms', value: number(property.bathrooms) },
          { label: 'Square feet', value: number(property.squareFeet) },
          { label: 'Monthly rent', value: money(property.monthlyRent) },
          { label: 'Security deposit', value: money(property.securityDeposit) },
          { label: 'Time zone', value: property.timeZone.replaceAll('_', ' ') },
          { label: 'Added', value: dayOf(property.createdAt) },
        ]}
      />
      {amenities.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-sm text-muted">Amenities</h3>
          <ul aria-label="Amenities" className="flex flex-wrap gap-1.5">
            {amenities.map((amenity) => (
              <li key={amenity}>
                <Badge>{amenity}</Badge>
              </li>
            ))}
          </ul>
        </>
      )}
    </SectionCard>
  )
}
