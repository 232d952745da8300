import { type Authentication, type AuthenticationAct } from '@keyhold/contracts/identity/sessions'
import { LogIn } from 'lucide-react'
import { useListAuthenticationInfiniteQuery } from '~/api/sessions.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Input } from '~/components/ui/input.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { dateTime, nothing } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { authenticationWords, isAlarming, wordsOf } from '~/texts/authentication.ts'
import { useSearch } from './use-search.ts'

const columns: readonly Column<Authentication>[] = [
  {
    key: 'what',
    header: 'Event',
    cell: ({ what }) => (
      <span className={isAlarming(what) ? 'font-medium text-danger' : 'font-medium'}>{wordsOf(what)}</span>
    ),
  },
  {
    key: 'email',
    header: 'Account',
    className: 'md:min-w-40',
    cell: ({ email }) => <span className="wrap-anywhere">{email || nothing}</span>,
  },
  { key: 'ip', header: 'IP address', cell: ({ ip }) => <span className="figures wrap-anywhere">{ip ?? nothing}</span> },
  {
    key: 'browser',
    header: 'Browser',
    tablet: 'hidden',
    cell: ({ userAgent }) => <span className="text-sm text-muted wrap-anywhere">{userAgent ?? nothing}</span>,
  },
  {
    key: 'at',
    header: 'Time',
    align: 'right',
    cell: ({ at }) => (
      <time dateTime={at} className="xl:whitespace-nowrap">
        {dateTime(at)}
      </time>
    ),
  },
]

const events = [
  { value: '', label: 'All events' },
  ...Object.entries(authenticationWords).map(([value, label]) => ({ value, label })),
]

/** Who signed in or tried to, and changes to how accounts sign in, newest first. */
export function SignInsTab() {
  const search = useSearch()
  const [what, setWhat] = useSearchState('event')
  const [day, setDay] = useSearchState('day')
  const list = useListAuthenticationInfiniteQuery({
    ...(search.query ? { email: search.query.toLowerCase() } : {}),
    ...(what ? { what: what as AuthenticationAct } : {}),
    ...(day ? { day } : {}),
    limit: 50,
  })
  const isFiltered = Boolean(search.query || what || day)
  return (
    <>
      <Toolbar>
        <SearchInput label="Account" placeholder="Full email address" value={search.typed} onChange={search.setTyped} />
        <NativeSelect
          aria-label="Event"
          options={events}
          value={what}
          onChange={(event) => setWhat(event.target.value)}
          className="w-full md:w-52"
        />
        <Input
          type="date"
          aria-label="Day (UTC)"
          value={day}
          onChange={(event) => setDay(event.target.value)}
          className="w-full md:w-40"
        />
      </Toolbar>
      <PagedCard list={list}>
        {(rows, loading) => (
          <DataTable
            caption="Sign-ins"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<LogIn aria-hidden />}
                title={isFiltered ? 'No sign-ins match' : 'No sign-ins yet'}
                description={
                  isFiltered
                    ? 'Enter the whole email address, or choose another event or day.'
                    : 'Every sign-in, and every failed one, is recorded here for 180 days.'
                }
              />
            }
          />
        )}
      </PagedCard>
    </>
  )
}
