import { Home } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { isApiError } from '~/api/client/problem.ts'
import { usePublicListingQuery } from '~/api/public-stays.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { Listing } from '../components/listing.tsx'

/** `/stay/{slug}`: a listing for its guests; no account is needed. */
export function Component() {
  const { slug = '' } = useParams()
  const { currentData, error, refetch } = usePublicListingQuery({ slug })
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 md:px-8 md:py-10">
        {currentData ? (
          <Listing listing={currentData} />
        ) : isApiError(error) && error.status === 404 ? (
          <>
            <DocumentTitle title="Book a stay" />
            <EmptyState
              level={1}
              icon={<Home aria-hidden />}
              title="Not open for bookings"
              description={error.detail}
            />
          </>
        ) : error ? (
          <ErrorState level={1} error={error} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy className="grid gap-4">
            <h1 className="sr-only">Book a stay</h1>
            <output className="sr-only">Loading the listing</output>
            <Skeleton className="h-8 w-2/3" />
            <Skeleton className="aspect-video w-full md:aspect-3/1" />
            <Skeleton className="h-40 w-full" />
          </div>
        )}
      </div>
    </PublicLayout>
  )
}
