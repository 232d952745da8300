import type { Property } from '@keyhold/contracts/properties/properties'
import { UserPlus, Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useListTenantsInfiniteQuery } from '~/api/tenants.ts'
import { Avatar } from '~/components/ui/avatar.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { date, fullName, headlineMoney, list as listWords, number } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** Who lives here now. */
export function CurrentTenants({ property }: { property: Property }) {
  const list = useListTenantsInfiniteQuery({ propertyId: property.id, status: 'active' })
  const tenants = itemsOf(list.data)
  const total = totalOf(list.data) ?? 0
  return (
    <SectionCard
      title="Current Tenants"
      padded={false}
      action={
        total > tenants.length && (
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.tenantsOf({ propertyId: property.id })}>{`View all ${number(total)}`}</Link>
          </Button>
        )
      }
    >
      {list.isLoading ? (
        <RowSkeletons count={1} />
      ) : list.isError && !list.currentData ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : tenants.length === 0 ? (
        <EmptyState
          compact
          level={3}
          icon={<Users aria-hidden />}
          title="No tenants assigned to this property"
          action={
            !property.archivedAt && (
              <Button asChild>
                <Link to={paths.newTenantAt(property.id)}>
                  <UserPlus aria-hidden />
                  Add Tenant
                </Link>
              </Button>
            )
          }
        />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {tenants.map((tenant) => (
            <li
              key={tenant.id}
              className="relative flex flex-wrap items-center gap-3 px-5 py-3.5 hover:bg-sunken/60 dark:hover:bg-raised/60"
            >
              <Avatar name={fullName(tenant)} />
              <div className="min-w-40 flex-1">
                <Link to={paths.tenant(tenant.id)} className="line-clamp-2 font-medium after:absolute after:inset-0">
                  {fullName(tenant)}
                </Link>
                <p className="truncate text-sm text-muted">
                  {[tenant.unitName, tenant.email].filter(Boolean).join(' · ')}
                </p>
                {tenant.coTenants.length > 0 && (
                  <p className="truncate text-sm text-muted">
                    Together with {listWords(tenant.coTenants.map(({ name }) => name))}
                  </p>
                )}
              </div>
              <div className="ml-auto text-right">
                <p className="figures font-medium">{headlineMoney(tenant.monthlyRent)}</p>
                <p className="text-sm text-muted">
                  {tenant.leaseEndDate ? `until ${date(tenant.leaseEndDate)}` : 'open-ended'}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
