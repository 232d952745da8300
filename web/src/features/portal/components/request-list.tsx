import { CalendarClock } from 'lucide-react'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { ago, date, dateTime, words } from '~/lib/format.ts'
import { cut, isOpen, type Request } from '../words.ts'

/** A tenant's requests; `brief` cuts each description to 60 characters. */
export function RequestList({ requests, brief = false }: { requests: Request[]; brief?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {requests.map((request) => (
        <li key={request.id} className="flex items-start justify-between gap-4 px-5 py-3.5">
          <div className="min-w-0">
            <p className="font-medium break-words">{request.title}</p>
            <p className="mt-0.5 max-w-2xl break-words whitespace-pre-line text-muted">
              {brief ? cut(request.description, 60) : request.description}
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
              {words(request.category)}
              <span aria-hidden>·</span>
              <time dateTime={request.createdAt} title={dateTime(request.createdAt)}>
                {ago(request.createdAt)}
              </time>
              <When request={request} />
            </p>
          </div>
          <div className="grid shrink-0 justify-items-end gap-1.5">
            <StatusBadge status={request.status} />
            {(isOpen(request) || !brief) && <PriorityBadge priority={request.priority} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** When someone comes, or when it was done. */
function When({ request }: { request: Request }) {
  const { status, completedDate, scheduledDate } = request
  const text =
    status === 'completed' && completedDate
      ? `Done ${date(completedDate)}`
      : isOpen(request) && scheduledDate
        ? `Planned for ${date(scheduledDate)}`
        : null
  if (!text) return null
  return (
    <span className="flex items-center gap-1 font-medium text-ink">
      <CalendarClock aria-hidden className="size-3.5" />
      {text}
    </span>
  )
}
