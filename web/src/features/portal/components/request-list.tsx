import { maxRequestPhotos } from '@keyhold/contracts/photos'
import { CalendarClock } from 'lucide-react'
import { targetText } from '~/components/maintenance/deadline.ts'
import { photosOf, PhotoStrip } from '~/components/maintenance/photo-strip.tsx'
import { useRequestUploads } from '~/components/maintenance/uploads.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { PhotoPicker } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import { ago, date, dateTime, words } from '~/lib/format.ts'
import { cut, isOpen, type Request } from '../words.ts'

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
            <p className="min-w-0 font-medium break-words">{request.title}</p>
            <StatusBadge status={request.status} className="shrink-0" />
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
          <Photos request={request} canAdd={canAdd && isOpen(request)} />
        </li>
      ))}
    </ul>
  )
}

/** A request's photos, its upload queue, and a button to add more. */
function Photos({ request: { id, title, images }, canAdd }: { request: Request; canAdd: boolean }) {
  const uploads = useRequestUploads(id, 'tenant', images.length)
  if (images.length === 0 && uploads.uploads.length === 0 && !canAdd) return null
  return (
    <div className="mt-1.5 grid gap-2">
      <PhotoStrip name={title} photos={photosOf(images)} />
      <UploadList uploads={uploads} />
      {canAdd && images.length < maxRequestPhotos && (
        <PhotoPicker onFiles={uploads.add} variant="ghost" size="sm" className="-ml-2.5 justify-self-start">
          Add photos
        </PhotoPicker>
      )}
    </div>
  )
}

/** The scheduled date, or the completion date. */
function When({ request }: { request: Request }) {
  const { status, completedDate, scheduledDate } = request
  const done = status === 'completed' && completedDate ? `Done ${date(completedDate)}` : null
  const text = done ?? (isOpen(request) && scheduledDate ? `Planned for ${date(scheduledDate)}` : null)
  if (!text) return null
  return (
    <span className="flex items-center gap-1 font-medium text-ink">
      <CalendarClock aria-hidden className="size-3.5" />
      {text}
    </span>
  )
}
