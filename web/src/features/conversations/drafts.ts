import { readStored, writeStored } from './stored.ts'

/** What somebody had typed in a conversation. */
export interface Draft {
  text: string
}

const keyOf = (userId: string) => `keyhold.drafts.${userId}`
const mostDrafts = 50

export const draftOf = (userId: string, conversationId: string): string =>
  readStored<Record<string, string>>(keyOf(userId), {})[conversationId] ?? ''

/** Stores a draft; an empty one is removed. The oldest are dropped where there are many. */
export function keepDraft(userId: string, conversationId: string, text: string): void {
  const { [conversationId]: _, ...others } = readStored<Record<string, string>>(keyOf(userId), {})
  const entries = Object.entries(text.trim() === '' ? others : { ...others, [conversationId]: text })
  writeStored(keyOf(userId), Object.fromEntries(entries.slice(-mostDrafts)))
}
