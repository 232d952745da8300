import type { SupportThread } from '@keyhold/contracts/identity/support-tickets'
import { Avatar } from '~/components/ui/avatar.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { cn } from '~/lib/cn.ts'
import { dateTime } from '~/lib/format.ts'
import type { Reader } from './words.ts'

type Message = SupportThread['messages'][number]

/** The messages, oldest first; the reader's own at the right. */
export function Thread({ messages, reader }: { messages: readonly Message[]; reader: Reader }) {
  return (
    <ol aria-label="Messages" className="grid gap-4">
      {messages.map((message) => (
        <Said key={message.id} message={message} isOwn={message.fromAdmin === (reader === 'admin')} />
      ))}
    </ol>
  )
}

function Said({ message: { author, fromAdmin, body, createdAt }, isOwn }: { message: Message; isOwn: boolean }) {
  return (
    <li className={cn('flex items-start gap-3', isOwn && 'flex-row-reverse')}>
      <Avatar name={author} size="sm" className="mt-1" />
      <div
        className={cn(
          'max-w-[min(40rem,85%)] rounded-lg border px-4 py-2.5',
          isOwn ? 'border-transparent bg-pine-soft' : 'border-line bg-surface',
        )}
      >
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
          <span className="font-medium">{isOwn ? 'You' : author}</span>
          {fromAdmin && !isOwn && <Badge tone="brass">Support</Badge>}
          <time dateTime={createdAt} className="figures text-muted">
            {dateTime(createdAt)}
          </time>
        </p>
        <p className="mt-1 break-words whitespace-pre-wrap">{body}</p>
      </div>
    </li>
  )
}
