import type { Vendor } from '@keyhold/contracts/maintenance/vendors'
import { HardHat, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useDeleteVendorMutation, useListVendorsInfiniteQuery } from '~/api/vendors.ts'
import { ContactLink } from '~/components/contact-link.tsx'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { money, number, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { categoryOptions } from '../words.ts'
import { VendorDialog } from './vendor-dialog.tsx'

const dataColumns: readonly Column<Vendor>[] = [
  {
    key: 'name',
    header: 'Vendor',
    className: 'md:w-full md:max-w-0',
    cell: ({ name, trades, notes }) => (
      <span className="grid">
        <span className="font-medium break-words">{name}</span>
        {trades.length > 0 && <span className="text-sm font-normal text-muted">{trades.map(words).join(', ')}</span>}
        {notes && <span className="line-clamp-2 text-sm font-normal break-words text-muted">{notes}</span>}
      </span>
    ),
  },
  {
    key: 'contact',
    header: 'Contact',
    cell: ({ phone, email }) => (
      <span className="grid justify-items-start whitespace-nowrap phone:justify-items-end">
        {phone && <ContactLink text={phone} />}
        {email && <ContactLink text={email} />}
        {!phone && !email && <span className="text-muted">None</span>}
      </span>
    ),
  },
  {
    key: 'requests',
    header: 'Requests',
    align: 'right',
    cell: ({ id, requests, openRequests }) =>
      requests === 0 ? (
        <span className="text-muted">0</span>
      ) : (
        <Link
          to={paths.maintenanceOf({ vendor: id })}
          className="whitespace-nowrap text-pine underline-offset-4 hover:underline"
        >
          {number(requests)}
          {openRequests > 0 && ` (${number(openRequests)} open)`}
        </Link>
      ),
  },
  { key: 'spent', header: 'Spent', align: 'right', cell: ({ spent }) => money(spent) },
]

/** The landlord's vendors. */
export function VendorsTab() {
  const [q, setQ] = useSearchState('q')
  const [trade, setTrade] = useSearchState('trade')
  const search = useDebounced(q)
  const list = useListVendorsInfiniteQuery({
    q: search || undefined,
    trade: (trade || undefined) as Vendor['trades'][number] | undefined,
    limit: 25,
  })
  const [form, setForm] = useState<{ vendor?: Vendor } | null>(null)
  const remove = useRemove()
  const columns: Column<Vendor>[] = [
    ...dataColumns,
    {
      key: 'actions',
      header: 'Actions',
      phone: 'actions',
      cell: (vendor) => (
        <div className="flex items-center gap-2 md:justify-end">
          <Button size="sm" variant="secondary" onClick={() => setForm({ vendor })} aria-label={`Edit ${vendor.name}`}>
            Edit
          </Button>
          <IconButton variant="danger-ghost" label={`Delete ${vendor.name}`} onClick={() => void remove(vendor)}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ),
    },
  ]
  const add = (
    <Button variant="secondary" icon={<Plus aria-hidden />} onClick={() => setForm({})}>
      Add Vendor
    </Button>
  )

  return (
    <>
      <Toolbar end={add}>
        <SearchInput label="Search vendors" placeholder="Name, contact or notes" value={q} onChange={setQ} />
        <ToolbarSelect
          label="Trade"
          value={trade}
          onChange={setTrade}
          options={[{ value: '', label: 'Any trade' }, ...categoryOptions(trade)]}
        />
      </Toolbar>
      <PagedCard list={list}>
        {(vendors, loading) => (
          <DataTable
            caption="Vendors"
            columns={columns}
            rows={vendors}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              search || trade ? (
                <EmptyState
                  compact
                  icon={<HardHat aria-hidden />}
                  title="No vendors match"
                  description="Try another search or trade."
                />
              ) : (
                <EmptyState
                  icon={<HardHat aria-hidden />}
                  title="No vendors yet"
                  description="Save a vendor’s number once and choose it for any request. Names you type into a request are saved too."
                  action={add}
                />
              )
            }
          />
        )}
      </PagedCard>
      {form && <VendorDialog vendor={form.vendor} onClose={() => setForm(null)} />}
    </>
  )
}

function useRemove() {
  const deletion = useDeletion()
  const [drop] = useDeleteVendorMutation()
  return ({ id, name, requests }: Vendor) =>
    deletion({
      what: 'vendor',
      description: `${name} will be removed from your list.${requests > 0 ? ' Existing requests keep the name and contact.' : ''}`,
      remove: () => drop({ id }).unwrap(),
    })
}
