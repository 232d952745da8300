import type { SupportTicket } from '@keyhold/contracts/identity/support-tickets'
import { LifeBuoy, Plus } from 'lucide-react'
import { useState } from 'react'
import { useListTicketsInfiniteQuery } from '~/api/support-tickets.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { filterOf, statusBadgeOf, statusFilters } from '~/components/support/words.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { ago, dayOf, number } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { QuestionDialog } from './question-dialog.tsx'

const filters = statusFilters('landlord')

const columns: readonly Column<SupportTicket>[] = [
  { key: 'subject', header: 'Question', className: 'break-words', cell: ({ subject }) => subject },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge {...statusBadgeOf(status, 'landlord')} /> },
  { key: 'messages', header: 'Messages', align: 'right', cell: ({ messageCount }) => number(messageCount) },
  {
    key: 'asked',
    header: 'Asked',
    tablet: 'hidden',
    cell: ({ createdAt }) => <span className="figures whitespace-nowrap">{dayOf(createdAt)}</span>,
  },
  {
    key: 'updated',
    header: 'Last change',
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{ago(updatedAt)}</time>,
  },
]

/** The landlord's questions. */
export function QuestionList() {
  const [typed, setTyped] = useSearchState('q')
  const [chosen, setChosen] = useSearchState('status')
  const [isAsking, setAsking] = useState(false)
  const { value, query } = filterOf(chosen)
  const q = useDebounced(typed.trim())
  const list = useListTicketsInfiniteQuery({ ...query, ...(q ? { q } : {}), limit: 25 })
  const isNarrowed = q !== '' || value !== ''
  const ask = () => setAsking(true)

  return (
    <>
      <PageHeader
        description="Ask the Keyhold team a question and find their answers here."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={ask}>
            New question
          </Button>
        }
      />
      <Toolbar>
        <SearchInput label="Search questions" placeholder="Subject" value={typed} onChange={setTyped} />
        <FilterChips label="Status" value={value} onChange={setChosen} options={filters} />
      </Toolbar>
      <PagedCard list={list}>
        {(tickets, loading) => (
          <DataTable
            caption="Questions"
            columns={columns}
            rows={tickets}
            rowKey={({ id }) => id}
            rowHref={({ id }) => paths.supportTicket(id)}
            loading={loading}
            empty={isNarrowed ? <NoMatch /> : <Nothing onAsk={ask} onShowAll={() => setChosen('all')} />}
          />
        )}
      </PagedCard>
      {isAsking && <QuestionDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function NoMatch() {
  return (
    <EmptyState icon={<LifeBuoy aria-hidden />} title="No questions match" description="Try another word or status." />
  )
}

function Nothing({ onAsk, onShowAll }: { onAsk: () => void; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<LifeBuoy aria-hidden />}
      title="No open questions"
      description="Something not working, or not sure how to do something? Ask us, and find the answer here."
      action={
        <>
          <Button onClick={onAsk}>New question</Button>
          <Button variant="secondary" onClick={onShowAll}>
            Show all questions
          </Button>
        </>
      }
    />
  )
}
