import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { itemsOf, type PageOf } from '~/api/client/calls-of.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'

interface Listed {
  data?: { pages: PageOf<unknown>[] }
  isLoading: boolean
  isError: boolean
  error?: unknown
  refetch: () => unknown
}

/** A short list, of one call or more, with a link to the whole one: loading, failed, empty or filled. */
export function LatestList({
  title,
  viewAll,
  lists,
  rows,
  empty,
  children,
}: {
  title: string
  viewAll: string
  lists: readonly Listed[]
  /** While it loads. */
  rows: number
  empty: ReactNode
  children: ReactNode
}) {
  const failed = lists.find(({ isError, data }) => isError && !data)
  return (
    <SectionCard
      title={title}
      padded={false}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to={viewAll} aria-label={`View All ${title}`}>
            View All
          </Link>
        </Button>
      }
    >
      {lists.some(({ isLoading }) => isLoading) ? (
        <RowSkeletons count={rows} />
      ) : failed ? (
        <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} />
      ) : lists.every(({ data }) => itemsOf(data).length === 0) ? (
        empty
      ) : (
        <ul className="divide-y divide-line border-t border-line">{children}</ul>
      )}
    </SectionCard>
  )
}

/** One row of it; the whole row links to the record. */
export function LatestRow({
  to,
  mark,
  title,
  note,
  end,
}: {
  to: string
  mark: ReactNode
  title: string
  note: string
  end: ReactNode
}) {
  return (
    <li className="relative flex items-center gap-3 px-5 py-3 transition-colors last:rounded-b-lg hover:bg-sunken/60 dark:hover:bg-raised/60">
      {mark}
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          className="line-clamp-2 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-pine"
        >
          {title}
        </Link>
        <p className="truncate text-sm text-muted">{note}</p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">{end}</div>
    </li>
  )
}
