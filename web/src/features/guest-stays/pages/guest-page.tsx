import { Link2Off } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { isApiError } from '~/api/client/problem.ts'
import { useGuestStayQuery } from '~/api/public-stays.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { ConfirmProvider } from '~/components/ui/confirm.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { Stay } from '../components/stay.tsx'

/** `/guest-stay?token=…`: a stay as its guest sees it, from the hold on; no account is needed. */
export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token')
  if (!token) return <Navigate to={paths.home} replace />
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-4xl flex-1 px-4 py-6 md:px-8 md:py-10">
        <ConfirmProvider>
          <Opened token={token} />
        </ConfirmProvider>
      </div>
    </PublicLayout>
  )
}

function Opened({ token }: { token: string }) {
  // The host may answer or change the stay meanwhile.
  const { data, error, isLoading, refetch } = useGuestStayQuery(
    { token },
    { pollingInterval: 60_000, skipPollingIfUnfocused: true },
  )
  if (isApiError(error) && error.status === 404)
    return (
      <>
        <DocumentTitle title="Your stay" />
        <EmptyState
          level={1}
          icon={<Link2Off aria-hidden />}
          title="This link does not work"
          description={error.detail}
        />
      </>
    )
  if (data) return <Stay token={token} stay={data} onLapsed={refetch} />
  if (isLoading)
    return (
      <div aria-busy className="grid gap-4">
        <h1 className="sr-only">Your stay</h1>
        <output className="sr-only">Loading your stay</output>
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-40 w-full" />
      </div>
    )
  return <ErrorState level={1} error={error} onRetry={() => void refetch()} />
}
