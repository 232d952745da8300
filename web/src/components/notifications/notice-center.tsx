import type { Notice } from '@keyhold/contracts/messaging/notifications-inbox'
import type { z } from '@keyhold/contracts/zod'
import { BellOff, CheckCheck, Settings } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import {
  useListNoticesInfiniteQuery,
  useReadAllNoticesMutation,
  useReadNoticeMutation,
} from '~/api/notifications-inbox.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { cn } from '~/lib/cn.ts'
import { ago, dateTime } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { noNotificationsYet } from '~/texts/notifications.ts'
import { topicNames } from './words.ts'

type Told = z.output<typeof Notice>

/** What the user was told, newest first. Opening one marks it as read and leads to what it is about. */
export function NoticeCenter({ unread, onClose }: { unread: number; onClose: () => void }) {
  const list = useListNoticesInfiniteQuery({ limit: 25 })
  const [readAll, { isLoading }] = useReadAllNoticesMutation()
  const markAll = async () => {
    const answer = await readAll()
    if ('error' in answer) toastError('Failed to mark the notifications as read', answer.error)
  }
  return (
    <Dialog title="Notifications" size="sm" onClose={onClose}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          icon={<CheckCheck aria-hidden />}
          loading={isLoading}
          disabled={unread === 0}
          onClick={() => void markAll()}
        >
          Mark all as read
        </Button>
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.notificationSettings} onClick={onClose}>
            <Settings aria-hidden />
            Settings
          </Link>
        </Button>
      </div>
      <PagedList list={list} compact showsCount={false}>
        {(notices, loading) =>
          loading ? (
            <RowSkeletons count={4} />
          ) : notices.length === 0 ? (
            <EmptyState
              compact
              icon={<BellOff aria-hidden />}
              title={noNotificationsYet}
              description="What you should know appears here."
            />
          ) : (
            <ul className="-mx-2 grid gap-0.5">
              {notices.map((notice) => (
                <Row key={notice.id} notice={notice} onLeave={onClose} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </Dialog>
  )
}

function Row({
  notice: { id, topic, title, message, path, isRead, createdAt },
  onLeave,
}: {
  notice: Told
  onLeave: () => void
}) {
  const navigate = useNavigate()
  const [read] = useReadNoticeMutation()
  const open = async () => {
    if (path) {
      onLeave()
      void navigate(path)
    }
    if (isRead) return
    const answer = await read({ id })
    if ('error' in answer) toastError('Failed to mark the notification as read', answer.error)
  }
  return (
    <li>
      <button
        type="button"
        aria-labelledby={`notice-${id}`}
        onClick={() => void open()}
        className="flex w-full gap-3 rounded-md p-2.5 text-left hover:bg-sunken dark:hover:bg-line"
      >
        <span
          aria-hidden
          className={cn('mt-1.5 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-pine')}
        />
        <span className="min-w-0 flex-1">
          <span id={`notice-${id}`} className={cn('block wrap-break-word', !isRead && 'font-semibold')}>
            {!isRead && <span className="sr-only">Unread: </span>}
            {title}
          </span>
          <span className="block text-sm wrap-break-word whitespace-pre-line text-muted">{message}</span>
          <span className="mt-0.5 block text-xs text-muted" title={dateTime(createdAt)}>
            {topicNames[topic]} · {ago(createdAt)}
          </span>
        </span>
      </button>
    </li>
  )
}
