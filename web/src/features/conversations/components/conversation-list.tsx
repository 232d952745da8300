import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import { MessagesSquare, Siren, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import {
  useListChatConversationsInfiniteQuery,
  useListPortalConversationsInfiniteQuery,
  useListTenantConversationsInfiniteQuery,
} from '~/api/conversations.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { FilterChips, SearchInput } from '~/components/ui/toolbar.tsx'
import { cn } from '~/lib/cn.ts'
import { ago, words } from '~/lib/format.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import type { View } from '../view.ts'
import { useNames } from '../names.tsx'
import { type Show, showOptions } from '../words.ts'

/** The list of a screen, by its own path. */
function useConversations(view: View, query: { q?: string; show?: Exclude<Show, ''>; limit: number }) {
  const chat = useListChatConversationsInfiniteQuery(query, { skip: view !== 'chat' })
  const portal = useListPortalConversationsInfiniteQuery(query, { skip: view !== 'portal' })
  const tenant = useListTenantConversationsInfiniteQuery(query, { skip: view !== 'tenant' })
  return { chat, portal, tenant }[view]
}

interface Props {
  view: View
  /** The id of the open conversation. */
  open: string
  onStart: () => void
}

/** The conversations with the latest message first, searched and filtered. */
export function ConversationList({ view, open, onStart }: Props) {
  const [typed, setTyped] = useSearchState('q')
  const [chosen, setShow] = useSearchState('show')
  const options = showOptions.filter(({ value }) => view !== 'tenant' || value !== 'needs_answer')
  const show = (options.find(({ value }) => value === chosen)?.value ?? '') satisfies Show
  const q = useDebounced(typed.trim())
  const list = useConversations(view, { limit: 30, ...(q ? { q } : {}), ...(show ? { show } : {}) })
  const conversations = itemsOf(list.data)

  return (
    <section
      aria-label="Conversations"
      className="flex h-full min-h-0 flex-col overflow-hidden rounded-xl border border-line bg-surface"
    >
      <div className="grid gap-2 border-b border-line p-3">
        <SearchInput
          label="Search conversations"
          placeholder="Name, subject or words"
          value={typed}
          onChange={setTyped}
          className="md:w-full"
        />
        <FilterChips<Show> wraps label="Show" value={show} onChange={setShow} options={options} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isLoading ? (
          <div className="p-3">
            <RowSkeletons count={5} />
          </div>
        ) : list.isError && conversations.length === 0 ? (
          <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
        ) : conversations.length === 0 ? (
          <Nothing isNarrowed={q !== '' || show !== ''} onStart={onStart} />
        ) : (
          <ul>
            {conversations.map((conversation) => (
              <li key={conversation.id}>
                <Row view={view} conversation={conversation} isOpen={conversation.id === open} />
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <div className="p-3 text-center">
            <Button variant="ghost" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

interface RowProps {
  view: View
  conversation: Conversation
  isOpen: boolean
}

function Row({ view, conversation, isOpen }: RowProps) {
  const { id, subject, tenantName, propertyName, lastMessage, lastSender, unread, match, priority, status } =
    conversation
  const { name } = useNames(view)
  const about = view === 'tenant' ? null : [tenantName ?? 'Private', propertyName].filter(Boolean).join(' · ')
  const said = lastMessage && lastSender ? `${name(lastSender, conversation)}: ${lastMessage}` : 'No messages yet'
  return (
    <Link
      to={`?conversation=${id}`}
      aria-current={isOpen || undefined}
      className={cn(
        'grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 border-b border-line px-4 py-3 text-left outline-offset-[-3px] hover:bg-sunken',
        isOpen && 'bg-pine-soft hover:bg-pine-soft',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span className={cn('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>{subject}</span>
        <time dateTime={conversation.lastMessageAt} className="shrink-0 text-xs text-muted">
          {ago(conversation.lastMessageAt)}
        </time>
      </span>
      {about && <span className="truncate text-sm text-muted">{about}</span>}
      <span className="flex items-center gap-2">
        <span className={cn('min-w-0 flex-1 truncate text-sm', unread > 0 ? 'text-ink' : 'text-muted')}>
          {match ?? said}
        </span>
        {unread > 0 && <UnreadBadge count={unread} />}
      </span>
      <span className="flex flex-wrap gap-1.5 empty:hidden">
        <AnswerBadge needsAnswer={conversation.needsAnswer} />
        {(priority === 'high' || priority === 'urgent') && <Badge tone="warning">{words(priority)}</Badge>}
        {status === 'closed' && <Badge>Closed</Badge>}
      </span>
    </Link>
  )
}

/** How many messages one has not read. */
export function UnreadBadge({ count }: { count: number }) {
  return (
    <span className="figures grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-pine px-1.5 text-xs font-semibold text-on-pine">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}

/** That the assistant left the answer to the landlord. */
export function AnswerBadge({ needsAnswer }: Pick<Conversation, 'needsAnswer'>) {
  if (needsAnswer === null) return null
  return needsAnswer === 'emergency' ? (
    <Badge tone="danger" icon={<Siren aria-hidden />}>
      Emergency
    </Badge>
  ) : (
    <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
      Needs your answer
    </Badge>
  )
}

function Nothing({ isNarrowed, onStart }: { isNarrowed: boolean; onStart: () => void }) {
  return isNarrowed ? (
    <EmptyState
      compact
      icon={<MessagesSquare aria-hidden />}
      title="No conversations match"
      description="Try other words, or show all."
    />
  ) : (
    <EmptyState
      compact
      icon={<MessagesSquare aria-hidden />}
      title="No conversations yet"
      description="What is said stays in one place, with photos and papers."
      action={<Button onClick={onStart}>New Conversation</Button>}
    />
  )
}
