import { number } from '~/lib/format.ts'
import { Button } from './button.tsx'

/** The footer of a paged list: how much is shown, and the next page if there is one. */
export function LoadMore({
  shown,
  total,
  hasMore,
  loading,
  onMore,
}: {
  shown: number
  total?: number
  hasMore: boolean
  loading?: boolean
  onMore: () => void
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-5 py-4 text-sm text-muted">
      <p aria-live="polite" className="figures">
        {total == null ? `Showing ${number(shown)}` : `Showing ${number(shown)} of ${number(total)}`}
      </p>
      {hasMore && (
        <Button variant="secondary" size="sm" loading={loading} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  )
}
