import { BrushCleaning, CalendarDays, Link2Off } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { isApiError } from '~/api/client/problem.ts'
import { cleanerCalendarUrl, useCleanerTasksQuery } from '~/api/tasks.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { longDate, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { CleanerTaskCard } from '../components/cleaner-task-card.tsx'

/** `/cleaner?token=…`: the tasks of a cleaner's link; no account is needed. */
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
  // Bookings move meanwhile: the page looks again when it comes back to the front, and every minute.
  const { data, error, isLoading, refetch } = useCleanerTasksQuery(
    { token },
    { pollingInterval: 60_000, skipPollingIfUnfocused: true },
  )
  if (isApiError(error) && error.code === 'link-invalid')
    return (
      <>
        <DocumentTitle title="Your tasks" />
        <EmptyState
          level={1}
          icon={<Link2Off aria-hidden />}
          title="This link does not work"
          description={error.detail}
        />
      </>
    )
  if (isLoading)
    return (
      <div aria-busy className="grid gap-4">
        <h1 className="sr-only">Your tasks</h1>
        <output className="sr-only">Loading your tasks</output>
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    )
  if (!data) return <ErrorState level={1} error={error} onRetry={() => void refetch()} />
  const open = data.tasks.filter(({ status }) => status !== 'completed')
  const done = data.tasks.filter(({ status }) => status === 'completed')
  const days = [...Map.groupBy(open, ({ dueDate }) => dueDate)]
  return (
    <article className="grid gap-6">
      <DocumentTitle title="Your tasks" />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight break-words">Tasks of {data.name}</h1>
          <p className="text-muted">{plural(open.length, 'open task')}</p>
        </div>
        <CopyButton
          text={new URL(cleanerCalendarUrl(token), window.location.origin).href}
          label="Copy calendar address"
          icon={<CalendarDays aria-hidden />}
        />
      </header>
      {open.length === 0 && (
        <EmptyState
          icon={<BrushCleaning aria-hidden />}
          title="Nothing to do"
          description="New tasks appear here as soon as they are assigned to you."
        />
      )}
      {days.map(([day, tasks]) => (
        <section key={day} className="grid gap-3" aria-label={longDate(day)}>
          <h2 className="font-semibold tracking-tight">{longDate(day)}</h2>
          {tasks.map((task) => (
            <CleanerTaskCard key={task.id} token={token} task={task} />
          ))}
        </section>
      ))}
      {done.length > 0 && (
        <section className="grid gap-3">
          <h2 className="font-semibold tracking-tight">Done in the last two weeks</h2>
          {done.map((task) => (
            <CleanerTaskCard key={task.id} token={token} task={task} />
          ))}
        </section>
      )}
      <p className="text-sm text-muted">Anyone who has this link can open this page: please do not pass it on.</p>
    </article>
  )
}
