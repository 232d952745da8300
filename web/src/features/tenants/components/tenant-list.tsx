import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Archive, SearchX, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useListTenantsInfiniteQuery } from '~/api/tenants.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { FilterChips, SearchInput, Toolbar, ToolbarSelect, ToolbarSelects } from '~/components/ui/toolbar.tsx'
import { number } from '~/lib/format.ts'
import { ScreeningDialog } from './screening-dialog.tsx'
import { TenantCard } from './tenant-card.tsx'
import { useDeleteTenant } from './use-delete-tenant.ts'
import { orders, statuses, useTenantFilter, type TenantFilter } from './use-tenant-filter.ts'

/** The grid of tenants with its search and filters. `firstSteps` is what the empty page offers to do. */
export function TenantList({ onEdit, firstSteps }: { onEdit: (tenant: Tenant) => void; firstSteps: ReactNode }) {
  const filter = useTenantFilter()
  const list = useListTenantsInfiniteQuery(filter.query)
  const remove = useDeleteTenant()
  const [screened, setScreened] = useState<Tenant | null>(null)
  const isEmpty = list.isSuccess && itemsOf(list.data).length === 0 && !filter.isNarrowed
  // If all are archived, there is still a list to show.
  const archived = totalOf(useListTenantsInfiniteQuery({ status: 'archived', limit: 1 }, { skip: !isEmpty }).data) ?? 0

  if (list.isError && !list.currentData) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.isLoading) return <CardSkeletons />
  if (isEmpty)
    return (
      <EmptyState
        icon={<Users aria-hidden />}
        title="No Tenants Yet"
        description="Add a tenant you already have, or invite one to register."
        action={
          <>
            {firstSteps}
            {archived > 0 && (
              <Button variant="ghost" icon={<Archive aria-hidden />} onClick={() => filter.setStatus('archived')}>
                {`See ${number(archived)} archived`}
              </Button>
            )}
          </>
        }
      />
    )
  return (
    <>
      <TenantToolbar filter={filter} />
      {screened && <ScreeningDialog tenant={screened} onClose={() => setScreened(null)} />}
      <PagedList list={list} showsCount={filter.isNarrowed}>
        {(rows) =>
          rows.length === 0 ? (
            <NoMatch filter={filter} />
          ) : (
            <div aria-busy={list.isFetching} className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {rows.map((tenant) => (
                <TenantCard
                  key={tenant.id}
                  tenant={tenant}
                  onEdit={() => onEdit(tenant)}
                  onScreen={() => setScreened(tenant)}
                  onDelete={() => void remove(tenant)}
                />
              ))}
            </div>
          )
        }
      </PagedList>
    </>
  )
}

function NoMatch({ filter }: { filter: TenantFilter }) {
  return (
    <EmptyState
      icon={filter.isOnlyArchive ? <Archive aria-hidden /> : <SearchX aria-hidden />}
      title={filter.isOnlyArchive ? 'Nothing is archived' : 'No tenants match'}
      description={
        filter.isOnlyArchive
          ? 'Deleted tenants move here with their payments and history, and can be restored.'
          : 'Try another search or filter.'
      }
      action={
        <Button variant="secondary" onClick={filter.clear}>
          Clear filters
        </Button>
      }
    />
  )
}

function TenantToolbar({ filter }: { filter: TenantFilter }) {
  return (
    <Toolbar>
      <SearchInput label="Search tenants" placeholder="Name, email or phone" value={filter.q} onChange={filter.setQ} />
      <FilterChips label="Status" value={filter.status} onChange={filter.setStatus} options={statuses} />
      <ToolbarSelects>
        <ToolbarSelect
          label="Property"
          value={filter.propertyId}
          onChange={filter.setPropertyId}
          options={filter.properties}
        />
        <ToolbarSelect label="Order" value={filter.sort} onChange={filter.setSort} options={orders} />
      </ToolbarSelects>
    </Toolbar>
  )
}
