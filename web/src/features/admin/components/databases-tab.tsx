import type { LandlordDatabase } from '@keyhold/contracts/identity/landlord-databases'
import { DatabaseZap, Gauge, Plus } from 'lucide-react'
import { useState } from 'react'
import { useListDatabasesInfiniteQuery } from '~/api/landlord-databases.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { dayOf, number } from '~/lib/format.ts'
import { ownerOf } from '../words.ts'
import { DatabaseDialog } from './database-dialog.tsx'
import { MonitorDialog } from './monitor-dialog.tsx'
import { useSearch } from './use-search.ts'

const columnsOf = (onMonitor: (database: LandlordDatabase) => void): readonly Column<LandlordDatabase>[] => [
  {
    key: 'name',
    header: 'Database',
    cell: ({ databaseName }) => <span className="font-medium wrap-anywhere">{databaseName}</span>,
  },
  {
    key: 'landlord',
    header: 'Landlord',
    cell: (database) => (
      <span className={database.landlordEmail ? 'wrap-anywhere' : 'text-muted'}>{ownerOf(database)}</span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isActive }) => <StatusBadge status={isActive ? 'active' : 'inactive'} />,
  },
  {
    key: 'landlords',
    header: 'Landlords',
    align: 'right',
    tablet: 'hidden',
    cell: ({ landlords }) => number(landlords),
  },
  {
    key: 'created',
    header: 'Created',
    cell: ({ createdAt }) => <span className="figures whitespace-nowrap">{dayOf(createdAt)}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    phone: 'actions',
    cell: (database) => (
      <Button size="sm" variant="secondary" icon={<Gauge aria-hidden />} onClick={() => onMonitor(database)}>
        Monitor<span className="sr-only"> {database.databaseName}</span>
      </Button>
    ),
  },
]

/** The databases of landlords. */
export function DatabasesTab() {
  const search = useSearch()
  const list = useListDatabasesInfiniteQuery({ ...search.filter, limit: 25 })
  const [open, setOpen] = useState<{ dialog: 'create' } | { dialog: 'monitor'; database: LandlordDatabase } | null>(
    null,
  )
  const columns = columnsOf((database) => setOpen({ dialog: 'monitor', database }))
  return (
    <>
      <Toolbar
        end={
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen({ dialog: 'create' })}>
            Create Database
          </Button>
        }
      >
        <SearchInput
          label="Search databases"
          placeholder="Name or landlord"
          value={search.typed}
          onChange={search.setTyped}
        />
      </Toolbar>
      <PagedCard list={list}>
        {(databases, loading) => (
          <DataTable
            caption="Databases"
            columns={columns}
            rows={databases}
            rowKey={({ databaseName }) => databaseName}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<DatabaseZap aria-hidden />}
                title={search.query ? 'No databases match' : 'No databases'}
                description={search.query ? 'Try another name or email address.' : undefined}
              />
            }
          />
        )}
      </PagedCard>
      {open?.dialog === 'create' && <DatabaseDialog onClose={() => setOpen(null)} />}
      {open?.dialog === 'monitor' && <MonitorDialog database={open.database} onClose={() => setOpen(null)} />}
    </>
  )
}
