import type { FailedDelivery } from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import { Mail, MessageSquareText } from 'lucide-react'
import { totalOf } from '~/api/client/calls-of.ts'
import { messageOf } from '~/api/client/problem.ts'
import {
  useDismissDeliveryMutation,
  useListFailedDeliveriesInfiniteQuery,
  useRetryDeliveryMutation,
} from '~/api/deliveries.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { ago, dateTime } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

type Failed = z.output<typeof FailedDelivery>

/** Failed texts and mails with their actions. Hidden while there are none. */
export function FailedMessagesCard() {
  const list = useListFailedDeliveriesInfiniteQuery({ limit: 10 })
  if (!totalOf(list.data)) return null
  return (
    <SectionCard title="Messages that were not sent" padded={false}>
      <PagedList list={list} compact showsCount={false}>
        {(messages) => (
          <ul className="divide-y divide-line border-t border-line">
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        )}
      </PagedList>
    </SectionCard>
  )
}

function Message({ message: { id, channel, to, subject, preview, reason, canRetry, failedAt } }: { message: Failed }) {
  const [send, sending] = useRetryDeliveryMutation()
  const [dismissDelivery, dismissing] = useDismissDeliveryMutation()
  const Icon = channel === 'sms' ? MessageSquareText : Mail

  const sendAgain = async () => {
    const answer = await send({ id })
    const failure =
      'error' in answer ? messageOf(answer.error) : answer.data.status === 'failed' ? answer.data.reason : null
    if (!('error' in answer) && answer.data.status === 'held')
      toast({ title: 'The message is waiting to be sent', description: answer.data.reason ?? to })
    else if (failure === null) toast({ variant: 'success', title: 'Message sent', description: to })
    else toast({ variant: 'destructive', title: 'The message was not sent', description: failure })
  }
  const dismiss = async () => {
    const answer = await dismissDelivery({ id })
    if ('error' in answer) toastError('Failed to dismiss the message', answer.error)
  }

  return (
    <li className="flex gap-4 px-5 py-3.5">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {channel === 'sms' ? 'Text' : 'Email'} to {to}
        </p>
        {(subject || preview) && <p className="line-clamp-2 text-sm break-words text-muted">{subject ?? preview}</p>}
        <p className="mt-0.5 text-sm text-danger">{reason}</p>
        {!canRetry && (
          <p className="text-sm text-muted">
            Its text or its file is no longer stored. Repeat the action that sent it.
          </p>
        )}
        <p className="text-sm text-muted">
          <time dateTime={failedAt} title={dateTime(failedAt)}>
            {ago(failedAt)}
          </time>
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          {canRetry && (
            <Button
              size="sm"
              variant="secondary"
              loading={sending.isLoading}
              onClick={() => void sendAgain()}
              aria-label={`Send again to ${to}`}
            >
              Send again
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            loading={dismissing.isLoading}
            onClick={() => void dismiss()}
            aria-label={`Dismiss the message to ${to}`}
          >
            Dismiss
          </Button>
        </div>
      </div>
    </li>
  )
}
