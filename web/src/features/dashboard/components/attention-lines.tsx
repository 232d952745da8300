import type { AttentionItem } from '@keyhold/contracts/gateway/attention'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { messageOf } from '~/api/client/problem.ts'
import { useDismissDeliveryMutation, useRetryDeliveryMutation } from '~/api/deliveries.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { headlineMoney } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { looks, type Look } from './attention-kinds.ts'

export function Waiting({ item, look }: { item: AttentionItem; look: Look }) {
  return (
    <Line title={item.title} note={look.note(item)} to={look.to(item)}>
      {item.amount !== null && <span className="figures font-medium">{headlineMoney(item.amount)}</span>}
      <span className="flex flex-wrap justify-end gap-1">
        <Badge tone={look.tone}>{look.badge}</Badge>
        {item.reported !== undefined && <Badge tone={looks.unverified.tone}>{looks.unverified.badge}</Badge>}
      </span>
    </Line>
  )
}

export function FailedMessage({ item }: { item: AttentionItem }) {
  const [retry, { isLoading }] = useRetryDeliveryMutation()
  const [dismiss, dismissing] = useDismissDeliveryMutation()
  const sendAgain = async () => {
    const answer = await retry({ id: item.recordId })
    const failure =
      'error' in answer ? messageOf(answer.error) : answer.data.status === 'failed' ? answer.data.reason : null
    if (failure === null) toast({ title: 'Message sent', variant: 'success' })
    else toast({ title: 'The message was not sent', description: failure, variant: 'destructive' })
  }
  const leave = async () => {
    const { error } = await dismiss({ id: item.recordId })
    if (error) toastError('The message could not be dismissed', error)
  }
  return (
    <li className="grid gap-2 px-5 py-2.5">
      <div>
        <p className="font-medium wrap-anywhere">Message to {item.title}</p>
        <p className="text-sm text-muted">{looks.failed_message.note(item)}</p>
      </div>
      <div className="flex gap-1">
        {item.canRetry && (
          <Button size="sm" variant="secondary" loading={isLoading} onClick={() => void sendAgain()}>
            Send again
          </Button>
        )}
        <Button size="sm" variant="ghost" loading={dismissing.isLoading} onClick={() => void leave()}>
          Dismiss
        </Button>
      </div>
    </li>
  )
}

function Line({ to, title, note, children }: { to: string; title: string; note: string; children: ReactNode }) {
  return (
    <li className="relative flex items-center gap-3 px-5 py-2.5 last:rounded-b-lg hover:bg-sunken/60 dark:hover:bg-raised/60">
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          className="line-clamp-2 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-pine"
        >
          {title}
        </Link>
        <p className="line-clamp-2 text-sm text-muted">{note}</p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">{children}</div>
    </li>
  )
}

export function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li className="px-5 py-2.5">
      <Link to={to} className="text-sm font-medium text-pine underline-offset-4 hover:underline">
        {children}
      </Link>
    </li>
  )
}
