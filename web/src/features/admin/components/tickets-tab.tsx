import type { SupportTicket } from '@keyhold/contracts/identity/support-tickets'
import { LifeBuoy } from 'lucide-react'
import { useListAllTicketsInfiniteQuery } from '~/api/support-tickets.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { filterOf, statusBadgeOf, statusFilters } from '~/components/support/words.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { ago, number } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { TicketDialog } from './ticket-dialog.tsx'
import { useSearch } from './use-search.ts'

const filters = statusFilters('admin')

const columnsOf = (onOpen: (ticket: SupportTicket) => void): readonly Column<SupportTicket>[] => [
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="font-medium break-words">{subject}</span>,
  },
  {
    key: 'landlord',
    header: 'Landlord',
    cell: ({ landlordName, landlordEmail }) => (
      <span>
        {landlordName}
        <span className="block text-sm wrap-anywhere text-muted">{landlordEmail}</span>
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge {...statusBadgeOf(status, 'admin')} /> },
  {
    key: 'messages',
    header: 'Messages',
    align: 'right',
    tablet: 'hidden',
    cell: ({ messageCount }) => number(messageCount),
  },
  {
    key: 'updated',
    header: 'Last change',
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{ago(updatedAt)}</time>,
  },
  {
    key: 'actions',
    header: 'Actions',
    phone: 'actions',
    cell: (ticket) => (
      <Button size="sm" variant="secondary" onClick={() => onOpen(ticket)}>
        Open<span className="sr-only"> {ticket.subject}</span>
      </Button>
    ),
  },
]

/** `…&status=…&ticket=…`: what landlords ask, and the answers. */
export function TicketsTab() {
  const search = useSearch()
  const [chosen, setChosen] = useSearchState('status')
  const [openId, setOpenId] = useSearchState('ticket')
  const { value, query } = filterOf(chosen)
  const list = useListAllTicketsInfiniteQuery({ ...search.filter, ...query, limit: 25 })
  const isNarrowed = search.query !== '' || value !== ''
  return (
    <>
      <Toolbar>
        <SearchInput
          label="Search tickets"
          placeholder="Subject or landlord"
          value={search.typed}
          onChange={search.setTyped}
        />
        <FilterChips label="Status" value={value} onChange={setChosen} options={filters} />
      </Toolbar>
      <PagedCard list={list}>
        {(tickets, loading) => (
          <DataTable
            caption="Support tickets"
            columns={columnsOf(({ id }) => setOpenId(id))}
            rows={tickets}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<LifeBuoy aria-hidden />}
                title={isNarrowed ? 'No tickets match' : 'No open tickets'}
                description={
                  isNarrowed
                    ? 'Try another search or status.'
                    : 'Questions that landlords ask under Help & support appear here.'
                }
              />
            }
          />
        )}
      </PagedCard>
      {openId && <TicketDialog id={openId} onClose={() => setOpenId('')} />}
    </>
  )
}
