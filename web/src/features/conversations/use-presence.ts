import { useEffect, useRef, useState } from 'react'
import { onServerChange } from '~/api/client/stream.ts'
import { useReadConversationMutation, useTypeInConversationMutation } from '~/api/conversations.ts'

const shownMs = 6000
const tellEveryMs = 3000

/** Whether the other side is writing: until it sends, or pauses. */
export function useOtherTyping(conversationId: string, other: 'landlord' | 'tenant', messageCount: number): boolean {
  const [at, setAt] = useState<{ count: number } | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onServerChange(({ type, subject }) => {
      if (subject !== conversationId || type !== `messaging.typing.${other}`) return
      clearTimeout(timer)
      setAt({ count: messageCount })
      timer = setTimeout(() => setAt(null), shownMs)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [conversationId, other, messageCount])
  return at?.count === messageCount
}

/** Tells the other side that one is writing, a few seconds apart. */
export function useTellTyping(conversationId: string): () => void {
  const [tell] = useTypeInConversationMutation()
  const toldAt = useRef(0)
  return () => {
    if (Date.now() - toldAt.current < tellEveryMs) return
    toldAt.current = Date.now()
    void tell({ id: conversationId })
  }
}

/** Marks messages as read while the page is looked at. */
export function useMarkRead(conversationId: string, last: number, read: number): void {
  const [mark] = useReadConversationMutation()
  const told = useRef(0)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || last <= Math.max(read, told.current)) return
      told.current = last
      void mark({ id: conversationId, number: last })
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [conversationId, last, read, mark])
}
