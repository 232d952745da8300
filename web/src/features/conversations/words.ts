import type { Conversation, Sender } from '@keyhold/contracts/messaging/conversations'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import type { View } from './view.ts'

/** Which side one is on. */
export const sideOf = (view: View): 'landlord' | 'tenant' => (view === 'tenant' ? 'tenant' : 'landlord')

interface People {
  tenantName: string | null
  /** Null until it is known. */
  landlordName: string | null
}

/** Who says a message, to this reader. */
export function nameOf(sender: Sender, view: View, { tenantName, landlordName }: People): string {
  if (sender === 'ai') return 'Assistant'
  if (sender === sideOf(view)) return 'You'
  return sender === 'tenant' ? (tenantName ?? 'Tenant') : (landlordName ?? 'Your landlord')
}

/** Who reads what one writes here. */
export function readersOf(
  { tenantId, tenantName, landlordName }: People & Pick<Conversation, 'tenantId'>,
  view: View,
): string {
  if (view === 'tenant')
    return landlordName ? `${landlordName}, your landlord, reads this.` : 'Your landlord reads this.'
  return tenantId === null
    ? 'Private: only you and the assistant read this.'
    : `${tenantName ?? 'The tenant'} reads this conversation.`
}

export const categoryOptions = [
  { value: 'general', label: 'General' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'payment', label: 'Payment' },
  { value: 'lease', label: 'Lease' },
] as const

export const priorityOptions = [
  { value: 'low', label: 'Low' },
  { value: 'normal', label: 'Normal' },
  { value: 'high', label: 'High' },
  { value: 'urgent', label: 'Urgent' },
] as const

export const showOptions = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'needs_answer', label: 'Needs your answer' },
  { value: 'closed', label: 'Closed' },
] as const
export type Show = (typeof showOptions)[number]['value']

/** What a keyword that came as a text did. */
export const keywordNote = ({ messageType }: Pick<Message, 'messageType'>): string | null =>
  messageType === 'opt_out'
    ? 'Texts to this phone are off until it sends START.'
    : messageType === 'opt_in'
      ? 'Texts to this phone are on again.'
      : null

const states = { pending: 'on its way', held: 'waiting', sent: 'sent', failed: 'not delivered' } as const

/** What became of a text or a mail. */
export function deliveryWords({ channel, status, reason }: Message['deliveries'][number]): string {
  const what = channel === 'sms' ? 'Text' : 'Email'
  return `${what} ${states[status]}${reason && status !== 'sent' ? `: ${reason}` : ''}`
}

/** What the assistant would do, in a line. */
export const proposalTitle = (proposal: NonNullable<Message['proposal']>): string =>
  proposal.kind === 'maintenance_request'
    ? `Report to your landlord: ${proposal.title}`
    : proposal.kind === 'book_visit'
      ? `Book the visit: ${proposal.title}`
      : 'Send the receipt again'
