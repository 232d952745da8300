import type { SupportTicket } from '@keyhold/contracts/identity/support-tickets'
import type { Tone } from '~/components/ui/badge.tsx'

type Status = SupportTicket['status']
/** The reader: the landlord or the administrator. */
export type Reader = 'landlord' | 'admin'

const labels: Record<Reader, Record<Status, string>> = {
  landlord: { open: 'Waiting for an answer', answered: 'Answered', closed: 'Closed' },
  admin: { open: 'Needs an answer', answered: 'Answered', closed: 'Closed' },
}

const tones: Record<Status, Tone> = { open: 'warning', answered: 'success', closed: 'neutral' }

/** Props of the badge that says how a question stands. */
export const statusBadgeOf = (status: Status, reader: Reader) => ({
  status,
  label: labels[reader][status],
  tone: tones[status],
})

/** The filters of a list of questions; `''` is everything that is not closed. */
export const statusFilters = (reader: Reader) =>
  [
    { value: '', label: 'Not closed' },
    { value: 'open', label: labels[reader].open },
    { value: 'answered', label: labels[reader].answered },
    { value: 'closed', label: labels[reader].closed },
    { value: 'all', label: 'All' },
  ] as const

type Filter = ReturnType<typeof statusFilters>[number]['value']

/** The filter in the address, as query parameters of the API. */
export function filterOf(chosen: string): { value: Filter; query: { status?: Status | 'unclosed' } } {
  if (chosen === 'all') return { value: chosen, query: {} }
  if (chosen === 'open' || chosen === 'answered' || chosen === 'closed')
    return { value: chosen, query: { status: chosen } }
  return { value: '', query: { status: 'unclosed' } }
}
