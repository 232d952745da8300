import type { Message } from '@keyhold/contracts/messaging/conversations-messages'

/** What is known with what was fetched, in order, each message once and as last fetched. */
export function joined(known: readonly Message[], fetched: readonly Message[]): Message[] {
  const byNumber = new Map(known.map((message) => [message.number, message]))
  for (const message of fetched) byNumber.set(message.number, message)
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
}

/** Whether a message is the first of its day, in this browser's time zone. */
export const startsDay = (message: { createdAt: string }, before: { createdAt: string } | undefined): boolean =>
  before === undefined || new Date(message.createdAt).toDateString() !== new Date(before.createdAt).toDateString()
