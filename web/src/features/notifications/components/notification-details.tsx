import type { NotificationRecipient } from '@keyhold/contracts/messaging/notifications'
import type { z } from '@keyhold/contracts/zod'
import { Pencil, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  useGetTenantNotificationQuery,
  useListNotificationRecipientsInfiniteQuery,
  useRetryNotificationMutation,
} from '~/api/notifications.ts'
import { channelNames, methodNames } from '~/components/notifications/words.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { FilterChips } from '~/components/ui/toolbar.tsx'
import { dateTime } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { scheduleLabel } from '~/texts/notifications.ts'
import { audienceOf, type Notification, recurrenceOf, scheduleOf, typeNames } from '../words.ts'
import { Cancel } from './notification-card.tsx'

type Recipient = z.output<typeof NotificationRecipient>

interface Props {
  id: string
  onEdit: (notification: Notification) => void
  onClose: () => void
}

/** A notification with its recipients, and what happened to each message. */
export function NotificationDetails({ id, onEdit, onClose }: Props) {
  const { data, error, refetch } = useGetTenantNotificationQuery({ id })
  return (
    <Dialog title={data?.title ?? 'Notification'} size="lg" onClose={onClose}>
      {data ? (
        <Body notification={data} onEdit={onEdit} onClose={onClose} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Dialog>
  )
}

function Body({ notification, onEdit, onClose }: { notification: Notification } & Omit<Props, 'id'>) {
  const { id, message, status, reason, notificationType, deliveryMethod, sentAt, isSending } = notification
  const when = scheduleOf(notification)
  const recurrence = recurrenceOf(notification)
  const isSent = sentAt !== null || isSending
  return (
    <div className="grid gap-5">
      <p className="rounded-md bg-sunken p-3.5 wrap-break-word whitespace-pre-line dark:bg-raised">{message}</p>
      <Details
        items={[
          { label: 'Status', value: <StatusBadge status={status} /> },
          { label: 'Type', value: typeNames[notificationType] },
          { label: 'To', value: audienceOf(notification) },
          { label: 'By', value: methodNames[deliveryMethod] },
          ...(when ? [{ label: scheduleLabel(status), value: when, wide: true }] : []),
          ...(recurrence ? [{ label: 'Recurs', value: recurrence, wide: true }] : []),
          ...(sentAt ? [{ label: 'Sent', value: dateTime(sentAt) }] : []),
          ...(reason ? [{ label: 'Why', value: reason, wide: true }] : []),
        ]}
      />
      {isSent && <Recipients id={id} />}
      <DialogFooter>
        {status === 'pending' && !isSending && (
          <>
            <Cancel notification={notification} onDone={onClose} />
            <Button variant="secondary" icon={<Pencil aria-hidden />} onClick={() => onEdit(notification)}>
              Edit
            </Button>
          </>
        )}
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </div>
  )
}

function Recipients({ id }: { id: string }) {
  const [show, setShow] = useState<'all' | 'problems'>('all')
  const list = useListNotificationRecipientsInfiniteQuery({ id, show, limit: 25 })
  return (
    <section aria-label="Recipients">
      <FilterChips
        label="Recipients"
        value={show}
        onChange={setShow}
        options={[
          { value: 'all', label: 'All recipients' },
          { value: 'problems', label: 'With a problem' },
        ]}
      />
      <PagedList list={list} compact>
        {(recipients, loading) =>
          loading ? (
            <RowSkeletons count={3} />
          ) : recipients.length === 0 ? (
            <p className="py-4 text-muted">
              {show === 'problems' ? 'Everybody was reached on every channel.' : 'Nobody yet.'}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {recipients.map((recipient) => (
                <Row key={recipient.id} notificationId={id} recipient={recipient} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </section>
  )
}

const toneOf = { sent: 'success', pending: 'neutral', held: 'warning', failed: 'danger', skipped: 'warning' } as const
const statusNames = {
  sent: 'sent',
  pending: 'on the way',
  held: 'on hold',
  failed: 'failed',
  skipped: 'not sent',
} as const

function Row({ notificationId, recipient }: { notificationId: string; recipient: Recipient }) {
  const [retry, { isLoading }] = useRetryNotificationMutation()
  const again = async () => {
    const answer = await retry({ id: notificationId, recipientId: recipient.id })
    if ('error' in answer) toastError('Failed to send it again', answer.error)
    else toast({ variant: 'success', title: 'It is being sent again' })
  }
  const reasons = recipient.channels.filter(({ reason }) => reason !== null)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 py-3">
      <div className="min-w-0 flex-1">
        <Link to={paths.tenant(recipient.tenantId)} className="font-medium hover:underline">
          {recipient.name}
        </Link>
        {recipient.readAt && <p className="text-sm text-muted">Read {dateTime(recipient.readAt)}</p>}
        {reasons.map(({ channel, reason }) => (
          <p key={channel} className="text-sm text-muted">
            {channelNames[channel]}: {reason}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {recipient.channels.map(({ channel, status }) => (
          <Badge key={channel} tone={toneOf[status]}>
            {channelNames[channel]} {statusNames[status]}
          </Badge>
        ))}
      </div>
      {recipient.channels.some(({ canRetry }) => canRetry) && (
        <Button
          size="sm"
          variant="secondary"
          icon={<RotateCw aria-hidden />}
          loading={isLoading}
          onClick={() => void again()}
        >
          Send again
        </Button>
      )}
    </li>
  )
}
