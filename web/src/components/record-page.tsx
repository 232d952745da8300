import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isApiError } from '~/api/client/problem.ts'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle, PageHeader, type Crumb } from '~/components/ui/page-header.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'

interface RecordQuery<T> {
  currentData?: T
  isError: boolean
  error?: unknown
  refetch: () => unknown
}

/** The page of one record while it loads, where it does not exist, where it could not be fetched; else `children`. */
export function RecordPage<T>({
  query: { currentData, isError, error, refetch },
  title,
  crumbs,
  loading,
  notFound,
  children,
}: {
  query: RecordQuery<T>
  /** While it loads; the screen's title unless given. */
  title?: string
  crumbs: Crumb[]
  /** What is shown below the title while it loads. */
  loading: ReactNode
  notFound: { title: string; description: string; back: string; variant?: 'secondary' }
  children: (record: T) => ReactNode
}) {
  if (currentData) return children(currentData)
  if (isApiError(error) && (error.status === 404 || error.status === 400))
    return (
      <>
        <DocumentTitle title={notFound.title} />
        <EmptyState
          level={1}
          icon={<SearchX aria-hidden />}
          title={notFound.title}
          description={notFound.description}
          action={
            <Button asChild variant={notFound.variant}>
              <Link to={crumbs[0]!.to}>{notFound.back}</Link>
            </Button>
          }
        />
      </>
    )
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      {loading}
    </>
  )
}
