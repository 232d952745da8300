import type { ReactNode } from 'react'
import { itemsOf, totalOf, type PageOf } from '~/api/client/calls-of.ts'
import { Card } from '~/components/ui/card.tsx'
import { LoadMore } from '~/components/ui/pager.tsx'
import { ErrorState } from '~/components/ui/states.tsx'

/** What an infinite query's hook answers, as far as a list needs it. */
export interface PagedList<T> {
  data?: { pages: PageOf<T>[] }
  /** Undefined while `data` are still those of another filter. */
  currentData?: { pages: PageOf<T>[] }
  isLoading: boolean
  isError: boolean
  error?: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

/** A card around a list that comes in pages: its failure, its rows, the way to more of them. */
export function PagedCard<T>({
  list,
  children,
}: {
  list: PagedList<T>
  children: (rows: T[], loading: boolean) => ReactNode
}) {
  const rows = itemsOf(list.data)
  // Rows of the filter before stand until those asked for come: to be seen, not to be worked on.
  const isOutdated = list.data !== undefined && list.currentData === undefined
  if (list.isError && !list.currentData)
    return (
      <Card padded={false}>
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </Card>
    )
  return (
    <Card padded={false} aria-busy={isOutdated} inert={isOutdated} className={isOutdated ? 'opacity-60' : ''}>
      {children(rows, list.isLoading)}
      {rows.length > 0 && (
        <LoadMore
          shown={rows.length}
          total={totalOf(list.data) ?? rows.length}
          hasMore={list.hasNextPage}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Card>
  )
}
