import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { itemsOf, totalOf, type PageOf } from '~/api/client/calls-of.ts'
import { Card } from '~/components/ui/card.tsx'
import { LoadMore } from '~/components/ui/pager.tsx'
import { ErrorState } from '~/components/ui/states.tsx'

/** The result of an infinite query's hook, as far as a list needs it. */
interface ListQuery<T> {
  data?: { pages: PageOf<T>[] }
  /** Undefined while `data` is still that of another filter. */
  currentData?: { pages: PageOf<T>[] }
  isLoading: boolean
  isError: boolean
  error?: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface PagedListProps<T> {
  list: ListQuery<T>
  /** Draws the rows, and the states of a list that is loading or empty. */
  children: (rows: T[], loading: boolean) => ReactNode
  /** For a list inside of a card. */
  compact?: boolean
  /** Says how many rows there are even when all are shown. */
  showsCount?: boolean
}

/** A list that comes in pages: its error, its rows, the way to more of them. */
export const PagedList = <T,>(props: PagedListProps<T>) => <Framed {...props} frame={Plain} />

/** The same as a card. */
export const PagedCard = <T,>(props: PagedListProps<T>) => <Framed {...props} frame={PlainCard} />

type Frame = ComponentType<Pick<ComponentProps<'div'>, 'className' | 'children' | 'inert' | 'aria-busy'>>

const Plain: Frame = (props) => <div {...props} />
const PlainCard: Frame = (props) => <Card padded={false} {...props} />

function Framed<T>({ list, children, compact, showsCount = true, frame: Frame }: PagedListProps<T> & { frame: Frame }) {
  const rows = itemsOf(list.data)
  // The rows of the previous filter stay visible, but inert, until the new ones arrive.
  const isOutdated = list.data !== undefined && list.currentData === undefined
  if (list.isError && !list.currentData)
    return (
      <Frame>
        <ErrorState compact={compact} error={list.error} onRetry={() => void list.refetch()} />
      </Frame>
    )
  return (
    <Frame aria-busy={isOutdated} inert={isOutdated} className={isOutdated ? 'opacity-60' : ''}>
      {children(rows, list.isLoading)}
      {rows.length > 0 && (list.hasNextPage || showsCount) && (
        <LoadMore
          shown={rows.length}
          total={totalOf(list.data) ?? rows.length}
          hasMore={list.hasNextPage}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Frame>
  )
}
