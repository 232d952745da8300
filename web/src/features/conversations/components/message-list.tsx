import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { ArrowDown } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { longDate } from '~/lib/format.ts'
import { startsDay } from '../merge.ts'
import { usePending } from '../outbox.ts'
import { useMarkRead, useOtherTyping } from '../use-presence.ts'
import type { Thread } from '../use-thread.ts'
import type { View } from '../view.ts'
import { useNames } from '../names.tsx'
import { sideOf } from '../words.ts'
import { MessageBubble } from './message-bubble.tsx'
import { PendingBubble } from './pending-bubble.tsx'

const nearPx = 120
const dayIn = (at: string) => new Date(at).toLocaleDateString('en-CA')

interface Props {
  view: View
  conversation: Conversation
  thread: Thread
  onQuote: (message: Message) => void
  /** The number of the last message when the assistant was asked; null where nobody asked it. */
  awaitsAssistant: number | null
}

/** The messages, oldest first. Stays at the end while one reads there, and where one is while older ones are added above. */
export function MessageList({ view, conversation, thread, onQuote, awaitsAssistant }: Props) {
  const { messages, isLoading, error, hasOlder, isLoadingOlder, loadOlder, refresh } = thread
  const side = sideOf(view)
  const { name } = useNames(view)
  const pending = usePending(conversation.id).filter(
    ({ clientId }) => !messages.some((message) => message.clientId === clientId),
  )
  const last = messages.at(-1)?.number ?? 0
  const read = side === 'landlord' ? conversation.landlordRead : conversation.tenantRead
  useMarkRead(conversation.id, last, read)
  const isTyping = useOtherTyping(conversation.id, side === 'landlord' ? 'tenant' : 'landlord', last)
  const isAnswering =
    awaitsAssistant !== null && !messages.some(({ number, sender }) => number > awaitsAssistant && sender === 'ai')

  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const before = useRef({ height: 0, first: 0 })
  // After every change of what is shown.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const first = messages[0]?.number ?? 0
    const { height, first: oldFirst } = before.current
    if (first < oldFirst) element.scrollTop += element.scrollHeight - height
    else if (isAtEnd) element.scrollTop = element.scrollHeight
    before.current = { height: element.scrollHeight, first }
  })

  // The composer grows by a quote or a file: what one was reading stays in view.
  const isSettledAtEnd = useRef(true)
  useLayoutEffect(() => void (isSettledAtEnd.current = isAtEnd))
  const watchBox = useCallback((element: HTMLDivElement | null) => {
    box.current = element
    if (!element) return
    const watch = new ResizeObserver(() => {
      if (isSettledAtEnd.current) element.scrollTop = element.scrollHeight
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      box.current = null
    }
  }, [])

  const look = () => {
    const element = box.current
    if (!element) return
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearPx)
    if (element.scrollTop < nearPx && hasOlder && !isLoadingOlder) void loadOlder()
  }
  const goToEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'smooth' })
  const readByOther = side === 'landlord' ? conversation.tenantRead : conversation.landlordRead
  const lastOwnRead = messages.findLast(({ sender, number }) => sender === side && number <= readByOther)?.number

  if (isLoading)
    return (
      <Filler>
        <PageSpinner />
      </Filler>
    )
  if (error !== null && messages.length === 0)
    return (
      <Filler>
        <ErrorState compact error={error} onRetry={() => void refresh()} />
      </Filler>
    )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* The browser's own anchoring would move it a second time. */}
      <div
        ref={watchBox}
        onScroll={look}
        role="log"
        aria-label="Messages"
        className="min-h-0 flex-1 overflow-y-auto px-3 py-4 outline-offset-[-3px] [overflow-anchor:none] md:px-5"
      >
        {hasOlder && (
          <div className="pb-3 text-center">
            <Button variant="ghost" size="sm" loading={isLoadingOlder} onClick={() => void loadOlder()}>
              Show earlier messages
            </Button>
          </div>
        )}
        {messages.length === 0 && pending.length === 0 && (
          <p className="py-8 text-center text-muted">No messages yet. Write the first one below.</p>
        )}
        <ol className="grid gap-2.5">
          {messages.map((message, index) => (
            <li key={message.id} ref={skipOffscreen} className="grid gap-2.5 [contain-intrinsic-size:auto_5rem]">
              {startsDay(message, messages[index - 1]) && (
                <p className="pt-2 text-center text-xs font-medium text-muted">{longDate(dayIn(message.createdAt))}</p>
              )}
              <MessageBubble
                view={view}
                conversation={conversation}
                message={message}
                showsRead={message.number === lastOwnRead}
                onQuote={() => onQuote(message)}
              />
            </li>
          ))}
          {pending.map((one) => (
            <li key={one.clientId}>
              <PendingBubble pending={one} />
            </li>
          ))}
        </ol>
        <output className="block min-h-5 pt-2 text-sm text-muted">
          {isTyping && `${name(side === 'landlord' ? 'tenant' : 'landlord', conversation)} is writing…`}
          {!isTyping && isAnswering && 'The assistant is writing…'}
        </output>
      </div>
      {!isAtEnd && (
        <IconButton
          label="Go to the latest message"
          variant="secondary"
          className="absolute right-4 bottom-3 rounded-full"
          onClick={goToEnd}
        >
          <ArrowDown aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/**
 * The browser leaves out what is far from the screen, so that ten thousand messages stay quick. Only once a row was drawn: from then on its height is
 * known, and nothing jumps.
 */
function skipOffscreen(row: HTMLLIElement | null): void {
  requestAnimationFrame(() => requestAnimationFrame(() => row?.style.setProperty('content-visibility', 'auto')))
}

const Filler = ({ children }: { children: React.ReactNode }) => (
  <div className="grid min-h-0 flex-1 place-items-center">{children}</div>
)
