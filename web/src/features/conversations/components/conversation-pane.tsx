import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { Archive, ArrowLeft, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { hasCode } from '~/api/client/problem.ts'
import { useChangeConversationMutation, useGetConversationQuery } from '~/api/conversations.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Callout, EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { toastError } from '~/lib/toast.ts'
import { useThread } from '../use-thread.ts'
import type { View } from '../view.ts'
import { useNames } from '../names.tsx'
import { sideOf } from '../words.ts'
import { Composer } from './composer.tsx'
import { AnswerBadge } from './conversation-list.tsx'
import { MessageList } from './message-list.tsx'

/** How long an answer of the assistant is expected. */
const assistantMs = 20_000

interface Props {
  view: View
  id: string
  onBack: () => void
}

/** One conversation: who is in it, its messages, and where one writes. */
export function ConversationPane({ view, id, onBack }: Props) {
  const { data, error, isError, refetch } = useGetConversationQuery({ id })
  return (
    <section
      aria-label="Conversation"
      className="flex h-full min-h-0 flex-col overflow-hidden rounded-xl border border-line bg-surface phone:-mb-9 phone:h-[calc(100dvh-9.5rem)]"
    >
      {data ? (
        <Open view={view} conversation={data} onBack={onBack} />
      ) : hasCode(error, 'not-found') ? (
        <EmptyState
          title="Conversation not found"
          description="It may belong to another account."
          action={<Button onClick={onBack}>All conversations</Button>}
        />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </section>
  )
}

function Open({ view, conversation, onBack }: { view: View; conversation: Conversation; onBack: () => void }) {
  const thread = useThread(view, conversation)
  const [quoted, setQuoted] = useState<Message | null>(null)
  /** The number of the last message when the assistant was asked. */
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { subject, needsAnswer, needsAnswerReason, status } = conversation
  const { readers } = useNames(view)
  return (
    <>
      <header className="flex items-center gap-2 border-b border-line px-3 py-2.5 md:px-5">
        <IconButton label="All conversations" className="md:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">{subject}</h2>
          <p className="truncate text-sm text-muted">{readers(conversation)}</p>
        </div>
        <AnswerBadge needsAnswer={needsAnswer} />
        {sideOf(view) === 'landlord' && <CloseButton conversation={conversation} />}
      </header>
      {needsAnswer !== null && (
        <Callout
          tone={needsAnswer === 'emergency' ? 'danger' : 'warning'}
          className="rounded-none border-x-0 border-t-0 md:px-5"
          title="Needs your answer"
          action={<ConfirmButton conversation={conversation} />}
        >
          {needsAnswerReason ?? 'The assistant left the answer to you.'}
        </Callout>
      )}
      <MessageList
        view={view}
        conversation={conversation}
        thread={thread}
        onQuote={setQuoted}
        awaitsAssistant={askedAt}
      />
      {status === 'closed' && (
        <p className="border-t border-line px-3 py-2 text-sm text-muted md:px-5">
          This conversation is closed. A new message opens it again.
        </p>
      )}
      <Composer
        view={view}
        conversation={conversation}
        quoted={quoted}
        onUnquote={() => setQuoted(null)}
        onSent={(asksAssistant) => {
          clearTimeout(timer.current)
          setAskedAt(asksAssistant ? conversation.messageCount : null)
          timer.current = setTimeout(() => setAskedAt(null), assistantMs)
          void thread.refresh()
        }}
        refresh={thread.refresh}
      />
    </>
  )
}

/** Ends the reminders of an emergency, or takes the question off the list, without an answer here. */
function ConfirmButton({ conversation: { id, needsAnswer } }: { conversation: Conversation }) {
  const [change, { isLoading }] = useChangeConversationMutation()
  const press = async () => {
    try {
      await change({ id, needsAnswer: null }).unwrap()
    } catch (error) {
      toastError('The conversation was not changed', error)
    }
  }
  return (
    <Button size="sm" variant="secondary" loading={isLoading} onClick={() => void press()}>
      {needsAnswer === 'emergency' ? 'I know, stop reminding' : 'No answer needed'}
    </Button>
  )
}

function CloseButton({ conversation: { id, status, needsAnswer } }: { conversation: Conversation }) {
  const [change, { isLoading }] = useChangeConversationMutation()
  const isClosed = status === 'closed'
  const confirm = useConfirm()
  const press = async () => {
    const question = {
      title: 'Close without an answer?',
      description:
        'The assistant left an answer to you. Closing takes it off your list; the tenant is not told anything.',
      confirmLabel: 'Close',
    }
    if (!isClosed && needsAnswer !== null && !(await confirm(question))) return
    try {
      await change({ id, status: isClosed ? 'active' : 'closed' }).unwrap()
    } catch (error) {
      toastError('The conversation was not changed', error)
    }
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={isLoading}
      icon={isClosed ? <RotateCcw aria-hidden /> : <Archive aria-hidden />}
      onClick={() => void press()}
    >
      {isClosed ? 'Open again' : 'Close'}
    </Button>
  )
}
