import { FileText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useListDocumentsInfiniteQuery } from '~/api/documents.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { dayOf, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

const few = 5

/** The documents that the landlord shares, leases first. */
export function DocumentsCard() {
  const list = useListDocumentsInfiniteQuery({ limit: 100 })
  const documents = itemsOf(list.data).toSorted((a, b) => rankOf(a.category) - rankOf(b.category))
  const total = totalOf(list.data) ?? 0
  return (
    <SectionCard
      title="Documents"
      padded={false}
      action={
        total > 0 && (
          <Button size="sm" variant="ghost" className="-mr-2" asChild>
            <Link to={paths.documents}>View all{total > few && ` ${total}`}</Link>
          </Button>
        )
      }
    >
      {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
      {list.isLoading && <RowSkeletons count={2} />}
      {list.isSuccess && documents.length === 0 && (
        <EmptyState
          compact
          level={3}
          icon={<FileText aria-hidden />}
          title="No documents yet"
          description="Your lease and what your landlord shares with you appear here."
        />
      )}
      <ul className="divide-y divide-line">
        {documents.slice(0, few).map(({ id, fileName, category, createdAt }) => (
          <li key={id} className="px-5 py-3">
            <Link
              to={`${paths.documents}?document=${id}`}
              className="font-medium wrap-anywhere text-pine underline-offset-4 hover:underline"
            >
              {fileName}
            </Link>
            <p className="text-sm text-muted">
              {words(category)}, {dayOf(createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const rankOf = (category: string) => (category === 'lease' ? 0 : 1)
