import type { ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import { Luggage } from 'lucide-react'
import { useState } from 'react'
import { useDeleteRentalMutation, useListRentalsInfiniteQuery } from '~/api/listings.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { NoListings } from '../overview/no-listings.tsx'
import { ListingSettings } from '../settings/listing-settings.tsx'
import { ListingCard } from './listing-card.tsx'
import { ListingDialog } from './listing-dialog.tsx'

/** The listings as cards; with `rental` in the address, the settings of one. */
export function ListingsTab() {
  const [rental] = useSearchState('rental')
  return rental ? <ListingSettings id={rental} /> : <ListingList />
}

function ListingList() {
  const [q, setQ] = useSearchState('q')
  const [active, setActive] = useSearchState('active')
  const search = useDebounced(q)
  const list = useListRentalsInfiniteQuery({
    q: search || undefined,
    isActive: active === '' ? undefined : active === 'yes',
    limit: 24,
  })
  const [edited, setEdited] = useState<ShortTermRental | null>(null)
  const remove = useRemove()
  const isFiltered = Boolean(search || active)
  return (
    <>
      <Toolbar>
        <SearchInput label="Search listings" placeholder="Listing or property" value={q} onChange={setQ} />
        <ToolbarSelect
          label="State"
          value={active}
          onChange={setActive}
          options={[
            { value: '', label: 'All listings' },
            { value: 'yes', label: 'Active' },
            { value: 'no', label: 'Inactive' },
          ]}
        />
      </Toolbar>
      <PagedList list={list}>
        {(rentals, loading) =>
          loading ? (
            <CardSkeletons count={3} />
          ) : rentals.length === 0 ? (
            isFiltered ? (
              <EmptyState
                compact
                icon={<Luggage aria-hidden />}
                title="No listings match"
                description="Try another search."
              />
            ) : (
              <NoListings />
            )
          ) : (
            <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {rentals.map((rental) => (
                <ListingCard
                  key={rental.id}
                  rental={rental}
                  onEdit={() => setEdited(rental)}
                  onRemove={() => void remove(rental)}
                />
              ))}
            </ul>
          )
        }
      </PagedList>
      {edited && <ListingDialog rental={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function useRemove() {
  const deletion = useDeletion()
  const [drop] = useDeleteRentalMutation()
  return ({ id, listingName }: ShortTermRental) =>
    deletion({
      what: 'listing',
      description: `${listingName} will no longer take bookings. Its past bookings and its history are kept.`,
      remove: () => drop({ id }).unwrap(),
    })
}
