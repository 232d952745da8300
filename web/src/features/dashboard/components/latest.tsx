import { Building2, Users } from 'lucide-react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListPropertiesInfiniteQuery } from '~/api/properties.ts'
import { useListTenantsInfiniteQuery } from '~/api/tenants.ts'
import { LatestList, LatestRow } from '~/components/latest-list.tsx'
import { PropertyThumb } from '~/components/property/property-cover.tsx'
import { Avatar } from '~/components/ui/avatar.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { fullName, headlineMoney } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { shortAddressOf } from '~/lib/short-address.ts'
import { noProperties } from '~/texts/properties.ts'

// Spec 1 §9: recent lists show five.
const shown = 5

export function LatestProperties({ onAdd }: { onAdd: () => void }) {
  const list = useListPropertiesInfiniteQuery({ limit: shown })
  return (
    <LatestList
      title="Properties"
      viewAll={paths.properties}
      lists={[list]}
      rows={shown}
      empty={
        <EmptyState
          compact
          level={3}
          icon={<Building2 aria-hidden />}
          title={noProperties.title}
          description={noProperties.description}
          action={<Button onClick={onAdd}>{noProperties.action}</Button>}
        />
      }
    >
      {itemsOf(list.data).map((property) => (
        <LatestRow
          key={property.id}
          to={paths.property(property.id)}
          mark={<PropertyThumb property={property} className="size-9!" />}
          title={property.name}
          note={shortAddressOf(property)}
          end={
            <>
              <span className="figures font-medium">{headlineMoney(property.monthlyRent)}</span>
              <StatusBadge status={property.isOccupied ? 'occupied' : 'vacant'} />
            </>
          }
        />
      ))}
    </LatestList>
  )
}

export function LatestTenants({ onAdd }: { onAdd: () => void }) {
  const list = useListTenantsInfiniteQuery({ limit: shown })
  return (
    <LatestList
      title="Tenants"
      viewAll={paths.tenants}
      lists={[list]}
      rows={shown}
      empty={
        <EmptyState
          compact
          level={3}
          icon={<Users aria-hidden />}
          title="No Tenants Yet"
          description="Add a tenant you already have, or invite one by SMS."
          action={<Button onClick={onAdd}>Add Tenant</Button>}
        />
      }
    >
      {itemsOf(list.data).map((tenant) => (
        <LatestRow
          key={tenant.id}
          to={paths.tenant(tenant.id)}
          mark={<Avatar name={fullName(tenant)} />}
          title={fullName(tenant)}
          note={tenant.propertyName ?? 'No property assigned'}
          end={
            <>
              <span className="figures font-medium">{headlineMoney(tenant.monthlyRent)}</span>
              <StatusBadge status={tenant.isActive ? 'active' : 'inactive'} />
            </>
          }
        />
      ))}
    </LatestList>
  )
}
