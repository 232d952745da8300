import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { CalendarClock, Image } from 'lucide-react'
import { isLate, dueText } from '~/components/maintenance/deadline.ts'
import { suggestionText } from '~/components/maintenance/suggestion-text.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { type Column } from '~/components/ui/data-table.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { ago, date, dateTime, plural, timeOfDay, words } from '~/lib/format.ts'
import { isOpen } from '../words.ts'

export const dataColumns: readonly Column<MaintenanceRequest>[] = [
  {
    key: 'request',
    header: 'Request',
    // Takes the remaining width.
    className: 'md:w-full md:max-w-0',
    cell: ({ title, category, propertyName, vendorName, images, newsFrom, suggestion, alert }) => (
      <span className="grid">
        <span className="line-clamp-2 break-words">{title}</span>
        <span className="truncate text-sm font-normal text-muted">
          {words(category)}
          {images.length > 0 && (
            <span title={plural(images.length, 'photo')} className="whitespace-nowrap">
              {' · '}
              <Image aria-hidden className="mr-0.5 inline size-3.5 align-[-2px]" />
              {images.length}
              <span className="sr-only"> {images.length === 1 ? 'photo' : 'photos'}</span>
            </span>
          )}
          {/* Where its own column is hidden. */}
          {propertyName && <span className="hidden md:max-xl:inline"> · {propertyName}</span>}
          {vendorName && <span className="min-[90rem]:hidden"> · {vendorName}</span>}
        </span>
        {(newsFrom || suggestion || alert === 'sounding') && (
          <span className="mt-1 flex flex-wrap gap-1">
            {alert === 'sounding' && <Badge tone="danger">Not confirmed</Badge>}
            {suggestion && (
              <Badge tone={suggestion.priority === 'emergency' ? 'danger' : 'warning'}>
                Suggested: {suggestionText(suggestion)}
              </Badge>
            )}
            {newsFrom && <Badge tone="info">{newsFrom === 'tenant' ? 'News from tenant' : 'News from vendor'}</Badge>}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'property',
    header: 'Property',
    tablet: 'hidden',
    cell: ({ propertyName, tenantName }) => (
      <span className="grid xl:w-40">
        <span className="truncate">{propertyName ?? <span className="text-muted">No property</span>}</span>
        {tenantName && <span className="truncate text-sm text-muted">{tenantName}</span>}
      </span>
    ),
  },
  {
    key: 'priority',
    header: 'Priority',
    tablet: 'hidden',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, priority, waitingFor }) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={status} label={waitingFor ? 'Waiting' : undefined} />
        <span className="hidden md:max-xl:inline">
          <PriorityBadge priority={priority} />
        </span>
      </span>
    ),
  },
  {
    key: 'vendor',
    header: 'Vendor',
    laptop: 'hidden',
    phone: 'hidden',
    cell: ({ vendorName }) => (
      <span className="block w-32 truncate">{vendorName ?? <span className="text-muted">None</span>}</span>
    ),
  },
  {
    key: 'deadline',
    header: 'Deadline',
    cell: (request) => <Deadline request={request} />,
  },
]

/** The deadline and whether it has passed; for a closed request, when it was opened. */
function Deadline({ request }: { request: MaintenanceRequest }) {
  const { dueAt, createdAt, scheduledDate, scheduledFrom, status } = request
  if (!isOpen(status))
    return (
      <time dateTime={createdAt} title={dateTime(createdAt)} className="text-sm whitespace-nowrap text-muted">
        Opened {ago(createdAt)}
      </time>
    )
  return (
    <span className="grid justify-items-start gap-0.5 whitespace-nowrap phone:justify-items-end">
      {isLate(request) && <Badge tone="danger">Past due</Badge>}
      <time
        dateTime={dueAt}
        title={`Deadline ${dateTime(dueAt)}. Opened ${dateTime(createdAt)}.`}
        className={isLate(request) ? 'text-sm text-muted' : ''}
      >
        {dueText(request)}
      </time>
      {scheduledDate && (
        <span className="flex items-center gap-1 text-sm text-muted">
          <CalendarClock aria-hidden className="size-3.5" />
          <span className="sr-only">Scheduled for </span>
          {date(scheduledDate)}
          {scheduledFrom && `, ${timeOfDay(scheduledFrom)}`}
        </span>
      )}
    </span>
  )
}
