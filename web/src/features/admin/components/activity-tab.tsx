import type { AdminActivity } from '@keyhold/contracts/identity/admin-activity'
import { History } from 'lucide-react'
import { useListActivityInfiniteQuery } from '~/api/admin-activity.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { dateTime, nothing, words } from '~/lib/format.ts'
import { detailsOf } from '../details.ts'
import { useSearch } from './use-search.ts'

const columns: readonly Column<AdminActivity>[] = [
  { key: 'action', header: 'Action', cell: ({ action }) => <span className="font-medium">{words(action)}</span> },
  {
    key: 'admin',
    header: 'Admin',
    tablet: 'hidden',
    className: 'xl:min-w-44',
    cell: ({ adminEmail, adminId }) => (
      <span title={adminId} className="wrap-anywhere">
        {adminEmail ?? adminId}
      </span>
    ),
  },
  {
    key: 'target',
    header: 'Target',
    className: 'xl:min-w-60',
    cell: ({ targetEmail, targetUserId }) =>
      targetUserId ? (
        <span title={targetUserId} className="wrap-anywhere">
          {targetEmail ?? targetUserId}
        </span>
      ) : (
        <span className="text-muted">N/A</span>
      ),
  },
  { key: 'details', header: 'Details', className: 'xl:min-w-52', cell: ({ details }) => <Facts details={details} /> },
  {
    key: 'time',
    header: 'Time',
    align: 'right',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="xl:whitespace-nowrap">
        {dateTime(createdAt)}
      </time>
    ),
  },
]

function Facts({ details }: { details: AdminActivity['details'] }) {
  const entries = detailsOf(details)
  if (entries.length === 0) return <span className="text-muted">{nothing}</span>
  return (
    <ul className="text-sm">
      {entries.map(({ label, value }) => (
        <li key={label}>
          <span className="text-muted">{label}:</span> <span className="break-words">{value}</span>
        </li>
      ))}
    </ul>
  )
}

/** What administrators did, newest first. */
export function ActivityTab() {
  const search = useSearch()
  const list = useListActivityInfiniteQuery({ ...search.filter, limit: 50 })
  return (
    <>
      <Toolbar>
        <SearchInput
          label="Search activity"
          placeholder="Action or email"
          value={search.typed}
          onChange={search.setTyped}
        />
      </Toolbar>
      <PagedCard list={list}>
        {(activities, loading) => (
          <DataTable
            caption="Activity log"
            columns={columns}
            rows={activities}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<History aria-hidden />}
                title={search.query ? 'No activity matches' : 'No activity yet'}
                description={
                  search.query
                    ? 'Try another action or email address.'
                    : 'Every change an administrator makes is recorded here.'
                }
              />
            }
          />
        )}
      </PagedCard>
    </>
  )
}
