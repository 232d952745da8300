import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { targetText } from '~/components/maintenance/deadline.ts'
import { plannedText } from '~/components/maintenance/visit-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { ago, date, dateTime, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { cut, isOpen, type Request } from '../words.ts'
import { Photos } from './request-photos.tsx'

/** A tenant's requests; `brief` cuts each description to 60 characters. `canAdd`: photos, to what is still open. */
export function RequestList({
  requests,
  brief = false,
  canAdd = false,
}: {
  requests: Request[]
  brief?: boolean
  canAdd?: boolean
}) {
  return (
    <ul className="divide-y divide-line">
      {requests.map((request) => (
        <li key={request.id} className="grid gap-1.5 px-5 py-4">
          <div className="flex items-start justify-between gap-4">
            <p className="min-w-0 font-medium break-words">
              <Link to={paths.tenantRequest(request.id)} className="underline-offset-4 hover:text-pine hover:underline">
                {request.title}
              </Link>
            </p>
            <StatusBadge
              status={request.status}
              label={request.waitingFor ? 'Waiting' : undefined}
              className="shrink-0"
            />
          </div>
          <p className="max-w-2xl break-words whitespace-pre-line text-muted">
            {brief ? cut(request.description, 60) : request.description}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <PriorityBadge priority={request.priority} />
            {words(request.category)}
            <span aria-hidden>·</span>
            <time dateTime={request.createdAt} title={dateTime(request.createdAt)}>
              {ago(request.createdAt)}
            </time>
            <When request={request} />
          </p>
          {isOpen(request) && !request.scheduledDate && <p className="text-sm text-muted">{targetText(request)}</p>}
          <Next request={request} />
          <Photos request={request} canAdd={canAdd && isOpen(request)} />
        </li>
      ))}
    </ul>
  )
}

/** What the tenant is to do, what the work waits for, or what they may do about completed work. */
function Next({ request }: { request: Request }) {
  if (request.timesToPick > 0)
    return (
      <p className="text-sm">
        <Link
          to={paths.tenantRequest(request.id)}
          className="inline-flex items-center gap-1.5 font-medium text-pine underline-offset-4 hover:underline"
        >
          <CalendarClock aria-hidden className="size-3.5" />
          {request.timesToPick === 1
            ? 'Pick the time offered for a visit'
            : `Pick one of ${request.timesToPick} times for a visit`}
        </Link>
      </p>
    )
  if (request.waitingFor) return <p className="text-sm">Waiting for: {request.waitingFor}</p>
  if (!request.canRate && !request.canReopen) return null
  return (
    <p className="text-sm">
      <Link to={paths.tenantRequest(request.id)} className="text-pine underline-offset-4 hover:underline">
        {request.canRate ? 'Rate the work, or open it again' : 'Open it again'}
      </Link>
    </p>
  )
}

/** The scheduled date, or the completion date. */
function When({ request }: { request: Request }) {
  const { status, completedDate, scheduledDate } = request
  const done = status === 'completed' && completedDate ? `Done ${date(completedDate)}` : null
  const text = done ?? (isOpen(request) && scheduledDate ? `Planned for ${plannedText(request)}` : null)
  if (!text) return null
  return (
    <span className="flex items-center gap-1 font-medium text-ink">
      <CalendarClock aria-hidden className="size-3.5" />
      {text}
    </span>
  )
}
