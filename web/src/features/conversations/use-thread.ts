import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '~/api/client/api.ts'
import { onServerChange } from '~/api/client/stream.ts'
import { joined } from './merge.ts'
import { onAccepted } from './outbox.ts'
import { fetchMessages, type View } from './view.ts'

const pageSize = 40

export interface Thread {
  messages: readonly Message[]
  isLoading: boolean
  error: unknown
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder: () => Promise<void>
  /** Fetches what is new. */
  refresh: () => Promise<void>
}

interface State {
  messages: readonly Message[]
  /** Of the page before the oldest; undefined until the first page is there. */
  cursor: string | null | undefined
  error: unknown
}

const empty: State = { messages: [], cursor: undefined, error: null }

/** The messages of a conversation: the latest, older ones on demand, and new ones as soon as the server says that there are some. */
export function useThread(view: View, { id, messageCount }: Conversation): Thread {
  const dispatch = useDispatch<ApiDispatch>()
  const [state, setState] = useState(empty)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const known = useRef(state)
  // Before anybody can press what it shows.
  useLayoutEffect(() => void (known.current = state))
  const isRunning = useRef(false)
  const isStale = useRef(false)

  const load = useCallback(async () => {
    try {
      let page = await fetchMessages(dispatch, view, { id, limit: pageSize })
      let items = page.items
      // More than a page is new: go back until it joins what is there.
      const last = known.current.messages.at(-1)?.number
      while (last !== undefined && page.next && items[0] && items[0].number > last + 1) {
        page = await fetchMessages(dispatch, view, { id, limit: pageSize, cursor: page.next })
        items = [...page.items, ...items]
      }
      setState(({ messages, cursor }) => ({
        messages: joined(messages, items),
        cursor: cursor === undefined ? page.next : cursor,
        error: null,
      }))
    } catch (error) {
      // What is shown stays; the next change of the conversation, or the line, brings the rest.
      setState((before) => ({ ...before, error }))
    }
  }, [dispatch, view, id])

  /** One at a time; what changes meanwhile is fetched after it. */
  const refresh = useCallback(async () => {
    isStale.current = true
    if (isRunning.current) return
    isRunning.current = true
    while (isStale.current) {
      isStale.current = false
      await load()
    }
    isRunning.current = false
  }, [load])

  // At first, and when the conversation was fetched again after the connection was lost.
  useEffect(() => {
    if ((known.current.messages.at(-1)?.number ?? -1) < messageCount) void refresh()
  }, [refresh, messageCount])

  useEffect(() => {
    const leaveStream = onServerChange(({ type, subject }) => {
      if (subject === id && (type === 'messaging.message.posted' || type === 'messaging.conversation.changed'))
        void refresh()
      // The state of a text or a mail: its subject is not the conversation.
      if (type.startsWith('messaging.delivery.')) void refresh()
    })
    const leaveOutbox = onAccepted((message) => {
      if (message.conversationId === id)
        setState((before) => ({ ...before, messages: joined(before.messages, [message]) }))
    })
    return () => {
      leaveStream()
      leaveOutbox()
    }
  }, [id, refresh])

  const loadOlder = useCallback(async () => {
    const { cursor } = known.current
    if (!cursor) return
    setLoadingOlder(true)
    try {
      const { items, next } = await fetchMessages(dispatch, view, { id, limit: pageSize, cursor })
      setState((before) => ({ messages: joined(before.messages, items), cursor: next, error: null }))
    } catch (error) {
      setState((before) => ({ ...before, error }))
    } finally {
      setLoadingOlder(false)
    }
  }, [dispatch, view, id])

  return {
    messages: state.messages,
    isLoading: state.cursor === undefined && state.error === null,
    error: state.error,
    hasOlder: Boolean(state.cursor),
    isLoadingOlder,
    loadOlder,
    refresh,
  }
}
