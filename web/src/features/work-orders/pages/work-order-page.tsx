import { Link2Off } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { isApiError } from '~/api/client/problem.ts'
import { useOpenWorkOrderQuery } from '~/api/vendor-links.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { WorkOrder } from '../components/work-order.tsx'

/** `/work-order?token=…`: the page of a vendor's link; no account is needed. */
export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token')
  if (!token) return <Navigate to={paths.home} replace />
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-2xl flex-1 px-4 py-6 md:px-8 md:py-12">
        <Opened token={token} />
      </div>
    </PublicLayout>
  )
}

function Opened({ token }: { token: string }) {
  // Another person may answer meanwhile: the page looks again when it comes back to the front, and every minute.
  const { data, error, isLoading, refetch } = useOpenWorkOrderQuery(
    { token },
    { pollingInterval: 60_000, skipPollingIfUnfocused: true },
  )
  if (isApiError(error) && error.code === 'link-invalid')
    return (
      <>
        <DocumentTitle title="Work order" />
        <EmptyState
          level={1}
          icon={<Link2Off aria-hidden />}
          title="This link does not work"
          description={error.detail}
        />
      </>
    )
  if (data) return <WorkOrder token={token} work={data} />
  if (isLoading)
    return (
      <div aria-busy className="grid gap-4">
        <h1 className="sr-only">Work order</h1>
        <output className="sr-only">Loading the work order</output>
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    )
  return <ErrorState level={1} error={error} onRetry={() => void refetch()} />
}
