import type { MaintenanceChange } from '@keyhold/contracts/maintenance/requests'
import type { z } from '@keyhold/contracts/zod'
import { date, money, timeOfDay, words } from '~/lib/format.ts'

export type Change = z.output<typeof MaintenanceChange>
type FieldChange = Change['changes'][number]

const fieldNames: Record<string, string> = {
  estimatedCost: 'Estimated cost',
  actualCost: 'Actual cost',
  scheduledDate: 'Scheduled for',
  scheduledTime: 'Time',
  completedDate: 'Completed date',
  vendorName: 'Vendor',
  vendorContact: 'Vendor contact',
}

const hoursText = (hours: string): string => hours.split('–').map(timeOfDay).join(' to ')

/** "2026-03-20 09:00–11:00" as people read it. */
export function visitWords(text: string): string {
  const [day = '', hours = ''] = text.split(' ')
  return `${date(day)}, ${hoursText(hours)}`
}

const orderTexts: Record<string, string> = {
  accepted: 'Accepted the work order',
  declined: 'Declined the work order',
  done: 'Marked the work as done',
}

/** Fields whose change is a sentence of its own. */
const sentences: Record<string, (change: FieldChange) => string> = {
  description: () => 'Description changed',
  photo: ({ to }) => (to === null ? 'Photo removed' : 'Photo added'),
  waitingFor: ({ to }) => (to === null ? 'The work goes on' : `Waiting for: ${to}`),
  rating: ({ to }) => `Rated ${to} of 5`,
  alert: () => 'Emergency confirmed',
  visitOffered: ({ from, to }) =>
    to === null ? `Time withdrawn: ${visitWords(from ?? '')}` : `Time offered: ${visitWords(to)}`,
  workOrder: ({ from, to }) => (to === null ? `Link of ${from} revoked` : `Work order for ${to}`),
  workOrderStatus: ({ to }) => orderTexts[to ?? ''] ?? '',
  workOrderEnded: ({ from, to }) =>
    to === 'done' ? `Work order of ${from} closed as done` : `Work order of ${from} withdrawn`,
  vendorBill: ({ to }) => `Invoice over ${money(Number(to))}`,
  bill: ({ from, to }) => `Invoice over ${money(Number(from))} ${to}`,
}

/** A line of the history: "Status: Open → In progress". A long text only says that it changed. */
export function changeText(change: FieldChange): string {
  const { field, from, to } = change
  const name = fieldNames[field] ?? words(field)
  if (field === 'status' && from === null) return 'Request opened'
  const sentence = sentences[field]
  if (sentence) return sentence(change)
  if (to === null) return `${name} removed (was ${valueText(field, from)})`
  return from === null
    ? `${name}: ${valueText(field, to)}`
    : `${name}: ${valueText(field, from)} → ${valueText(field, to)}`
}

function valueText(field: string, value: string | null): string {
  if (value === null) return 'none'
  if (field === 'status' || field === 'priority' || field === 'category') return words(value)
  if (field.endsWith('Date')) return date(value)
  if (field === 'scheduledTime') return hoursText(value)
  return field.endsWith('Cost') ? money(Number(value)) : value
}

const together = 60 * 60 * 1000

/** The history, newest first; photos that one person added or removed in a row are one line. */
export function gatherPhotos(history: readonly Change[]): { entry: Change; lines: string[] }[] {
  const read: { entry: Change; lines: string[]; photos: number }[] = []
  for (const entry of history) {
    const [only, ...others] = entry.changes
    const isPhoto = only?.field === 'photo' && others.length === 0
    const last = read.at(-1)
    const line = only ? changeText(only) : ''
    const goesOn =
      isPhoto &&
      last &&
      last.photos > 0 &&
      last.entry.by === entry.by &&
      (last.entry.changes[0]?.to === null) === (only.to === null) &&
      Date.parse(last.entry.at) - Date.parse(entry.at) < together
    if (goesOn) {
      last.photos += 1
      last.lines = [`${last.photos} photos ${only.to === null ? 'removed' : 'added'}`]
    } else read.push({ entry, lines: isPhoto ? [line] : entry.changes.map(changeText), photos: isPhoto ? 1 : 0 })
  }
  return read
}
