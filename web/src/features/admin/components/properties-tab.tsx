import type { AdminProperty } from '@keyhold/contracts/properties/admin-properties'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { useListAllPropertiesInfiniteQuery } from '~/api/admin-properties.ts'
import { isApiError } from '~/api/client/problem.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { addressOf } from '~/components/property/words.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { money, words } from '~/lib/format.ts'
import { AccessDenied } from './access-denied.tsx'
import { EditPropertyDialog } from './edit-property-dialog.tsx'
import { useSearch } from './use-search.ts'

const columnsOf = (onEdit: (property: AdminProperty) => void): readonly Column<AdminProperty>[] => [
  {
    key: 'property',
    header: 'Property',
    cell: (property) => (
      <>
        <span className="font-medium">{property.name}</span>
        <span className="block text-sm text-muted">{addressOf(property)}</span>
      </>
    ),
  },
  {
    key: 'landlord',
    header: 'Landlord',
    cell: ({ landlordName, landlordEmail }) => (
      <span className="min-w-0">
        {landlordName}
        <span className="block text-sm wrap-anywhere text-muted">{landlordEmail}</span>
      </span>
    ),
  },
  { key: 'type', header: 'Type', tablet: 'hidden', cell: ({ propertyType }) => words(propertyType) },
  { key: 'rent', header: 'Monthly Rent', align: 'right', cell: ({ monthlyRent }) => money(monthlyRent) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isOccupied, archivedAt }) =>
      archivedAt ? <Badge>Archived</Badge> : <StatusBadge status={isOccupied ? 'occupied' : 'vacant'} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    phone: 'actions',
    cell: (property) => (
      <Button size="sm" variant="secondary" onClick={() => onEdit(property)}>
        Edit<span className="sr-only"> {property.name}</span>
      </Button>
    ),
  },
]

/** Properties of all landlords. */
export function PropertiesTab() {
  const search = useSearch()
  const list = useListAllPropertiesInfiniteQuery({ ...search.filter, limit: 25 })
  const [property, setProperty] = useState<AdminProperty | null>(null)
  if (isApiError(list.error) && list.error.status === 403) return <AccessDenied />
  return (
    <>
      <Toolbar>
        <SearchInput
          label="Search properties"
          placeholder="Name, address or landlord"
          value={search.typed}
          onChange={search.setTyped}
        />
      </Toolbar>
      <PagedCard list={list}>
        {(properties, loading) => (
          <DataTable
            caption="Properties"
            columns={columnsOf(setProperty)}
            rows={properties}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<Building2 aria-hidden />}
                title={search.query ? 'No properties match' : 'No properties yet'}
                description={
                  search.query ? 'Try another name, address or landlord.' : 'Properties that landlords add appear here.'
                }
              />
            }
          />
        )}
      </PagedCard>
      {property && <EditPropertyDialog property={property} onClose={() => setProperty(null)} />}
    </>
  )
}
