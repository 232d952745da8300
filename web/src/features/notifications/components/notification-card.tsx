import { CalendarClock, Check, Pencil, Repeat, Trash2, Users } from 'lucide-react'
import { useGetTenantNotificationQuery, useMarkTenantNotificationReadMutation } from '~/api/notifications.ts'
import { methodNames } from '~/components/notifications/words.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { cn } from '~/lib/cn.ts'
import { dateTime, number, plural } from '~/lib/format.ts'
import { toastError } from '~/lib/toast.ts'
import { markAsRead, scheduleLabel } from '~/texts/notifications.ts'
import { audienceOf, type Notification, recurrenceOf, scheduleOf, typeNames } from '../words.ts'
import { useEnding } from './use-ending.ts'

interface Props {
  notification: Notification
  onShow: (id: string) => void
  onEdit: (notification: Notification) => void
}

/** Often enough to be seen to move; the stream says the rest. */
const askEveryMs = 2000

/** A notification: what, to whom, when, and how far it has come. */
export function NotificationCard({ notification: listed, onShow, onEdit }: Props) {
  const isMoving = listed.isSending || (listed.sentAt !== null && listed.progress.pending > 0)
  const { data: current } = useGetTenantNotificationQuery(
    { id: listed.id },
    { skip: !isMoving, pollingInterval: listed.isSending ? askEveryMs : 0 },
  )
  const notification = isMoving ? (current ?? listed) : listed
  const { id, title, message, status, reason, isRead, notificationType, deliveryMethod, isSending } = notification
  const isUnread = status === 'sent' && !isRead
  const when = scheduleOf(notification)
  const recurrence = recurrenceOf(notification)
  return (
    <li>
      <Card className={cn('grid gap-2.5', isUnread && 'border-pine/40')}>
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={status} />
          <Badge>{typeNames[notificationType]}</Badge>
          <Badge>{methodNames[deliveryMethod]}</Badge>
          {isUnread && <Badge tone="pine">Unread</Badge>}
          <span className="ml-auto text-sm text-muted">{dateTime(notification.createdAt)}</span>
        </div>
        <div className="min-w-0">
          <h2 className="font-semibold tracking-tight wrap-break-word">{title}</h2>
          <p className="line-clamp-3 wrap-break-word whitespace-pre-line text-muted">{message}</p>
        </div>
        <ul className="grid gap-1 text-sm text-muted [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <Fact icon={<Users aria-hidden />}>{audienceOf(notification)}</Fact>
          {when && (
            <Fact icon={<CalendarClock aria-hidden />}>
              {scheduleLabel(status)} {when}
            </Fact>
          )}
          {recurrence && <Fact icon={<Repeat aria-hidden />}>{recurrence}</Fact>}
        </ul>
        {reason && <p className="text-sm text-danger">{reason}</p>}
        <Sent notification={notification} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => onShow(id)}>
            Details
          </Button>
          {isUnread && <MarkRead id={id} />}
          {status === 'pending' && !isSending && (
            <>
              <Button size="sm" variant="ghost" icon={<Pencil aria-hidden />} onClick={() => onEdit(notification)}>
                Edit
              </Button>
              <Cancel notification={notification} />
            </>
          )}
          {status !== 'pending' && notification.nextSendDate && <Cancel notification={notification} />}
        </div>
      </Card>
    </li>
  )
}

const Fact = ({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) => (
  <li className="flex gap-2">
    {icon}
    <span className="min-w-0">{children}</span>
  </li>
)

/** How many have it, and a bar while it is being sent. */
function Sent({ notification: { isSending, sentAt, progress } }: { notification: Notification }) {
  if (!isSending && sentAt === null) return null
  const { recipients, prepared, sent, pending, failed, problems } = progress
  const share =
    recipients === 0 ? 100 : (Math.min(isSending ? prepared : recipients - pending, recipients) / recipients) * 100
  return (
    <div className="grid gap-1.5">
      {(isSending || pending > 0) && <Progress value={share} label="Sending" />}
      <p className="figures text-sm text-muted" aria-live="polite">
        {isSending
          ? `Preparing ${number(prepared)} of ${plural(recipients, 'recipient')}`
          : [
              `Sent to ${number(sent)} of ${plural(prepared, 'recipient')}`,
              ...(pending > 0 ? [`${number(pending)} on the way`] : []),
              ...(failed > 0 ? [`${number(failed)} not reached`] : []),
              ...(problems > failed ? [`${number(problems - failed)} without a channel`] : []),
            ].join(' · ')}
      </p>
    </div>
  )
}

function MarkRead({ id }: { id: string }) {
  const [mark, { isLoading }] = useMarkTenantNotificationReadMutation()
  const press = async () => {
    const answer = await mark({ id })
    if ('error' in answer) toastError('Failed to mark the notification as read', answer.error)
  }
  return (
    <Button size="sm" variant="ghost" icon={<Check aria-hidden />} loading={isLoading} onClick={() => void press()}>
      {markAsRead}
    </Button>
  )
}

/** Takes back what was not sent yet. */
export function Cancel({ notification, onDone }: { notification: Notification; onDone?: () => void }) {
  const { end, isEnding, label } = useEnding(notification)
  const press = async () => {
    if (await end()) onDone?.()
  }
  return (
    <Button
      size="sm"
      variant="danger-ghost"
      icon={<Trash2 aria-hidden />}
      loading={isEnding}
      onClick={() => void press()}
    >
      {label}
    </Button>
  )
}
