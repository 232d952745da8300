import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { Bot, Mail, Reply, Smartphone } from 'lucide-react'
import { Link } from 'react-router-dom'
import { IconButton } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'
import { dateTime, time } from '~/lib/format.ts'
import type { View } from '../view.ts'
import { useNames } from '../names.tsx'
import { deliveryWords, keywordNote, sideOf } from '../words.ts'
import { Files } from './files.tsx'
import { Proposal } from './proposal.tsx'

interface Props {
  view: View
  conversation: Conversation
  message: Message
  /** The last of one's own that the other side has read. */
  showsRead: boolean
  onQuote: () => void
}

/** A message: one's own at the right. */
export function MessageBubble({ view, conversation, message, showsRead, onQuote }: Props) {
  const { sender, quote, files, createdAt, deliveries } = message
  const isOwn = sender === sideOf(view)
  const note = keywordNote(message)
  const { name } = useNames(view)
  return (
    <div className={cn('group flex items-end gap-1.5', isOwn && 'flex-row-reverse')}>
      <div className={cn('grid max-w-[min(36rem,82%)] gap-1', isOwn && 'justify-items-end')}>
        <div className={cn('min-w-0 rounded-xl border px-3.5 py-2', look(sender, isOwn))}>
          {!isOwn && (
            <p className="flex items-center gap-1.5 text-sm font-medium text-muted">
              {sender === 'ai' && <Bot aria-hidden className="size-4 text-brass" />}
              {name(sender, conversation)}
              <Via message={message} />
            </p>
          )}
          {quote && (
            <blockquote className="my-1 line-clamp-3 border-l-2 border-line-strong pl-2 text-sm text-muted">
              {name(quote.sender, conversation)}: {quote.message}
            </blockquote>
          )}
          <p className="break-words whitespace-pre-wrap">{message.message}</p>
          {files.length > 0 && <Files files={files} />}
          <Sources sources={message.sources} />
        </div>
        {message.proposal && <Proposal view={view} message={message} proposal={message.proposal} />}
        {note && <p className="text-sm font-medium text-warning">{note}</p>}
        <p className="flex flex-wrap gap-x-2 px-1 text-xs text-muted">
          <time dateTime={createdAt} title={dateTime(createdAt)} className="figures">
            {time(createdAt)}
          </time>
          {showsRead && <span>Read</span>}
          {deliveries.map((delivery) => (
            <span key={delivery.channel} className={cn(delivery.status === 'failed' && 'text-danger')}>
              {deliveryWords(delivery)}
            </span>
          ))}
        </p>
      </div>
      <IconButton
        label="Quote this message"
        className="mb-5 size-8 min-h-8 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-60"
        onClick={onQuote}
      >
        <Reply aria-hidden />
      </IconButton>
    </div>
  )
}

const look = (sender: Message['sender'], isOwn: boolean) =>
  isOwn
    ? 'border-transparent bg-pine-soft'
    : sender === 'ai'
      ? 'border-transparent bg-brass-soft'
      : 'border-line bg-canvas'

/** That it came as a text or a mail, and from where. */
function Via({ message: { via, viaAddress } }: { message: Message }) {
  if (via === 'app') return null
  const Icon = via === 'sms' ? Smartphone : Mail
  const what = via === 'sms' ? 'Text message' : 'Email'
  return (
    <span className="inline-flex min-w-0 items-center gap-1 font-normal" title={viaAddress ?? undefined}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {what}
    </span>
  )
}

/** What an answer of the assistant rests on. */
function Sources({ sources }: Pick<Message, 'sources'>) {
  if (sources.length === 0) return null
  return (
    <details className="mt-1.5 text-sm">
      <summary className="cursor-pointer text-muted">Based on {sources.map(({ label }) => label).join(', ')}</summary>
      <ul className="mt-1 grid gap-1">
        {sources.map(({ label, text, path }) => (
          <li key={`${label} ${text}`}>
            {path?.startsWith('/') ? (
              <Link to={path} className="font-medium text-pine underline-offset-4 hover:underline">
                {label}
              </Link>
            ) : (
              <span className="font-medium">{label}</span>
            )}
            {`: ${text}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
