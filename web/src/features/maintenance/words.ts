import {
  landlordCategories,
  maintenancePriorities,
  maintenanceStatuses,
  type MaintenanceChange,
  type MaintenanceRequest,
} from '@keyhold/contracts/maintenance/requests'
import type { z } from '@keyhold/contracts/zod'
import { date, money, words } from '~/lib/format.ts'

export type Status = MaintenanceRequest['status']
export type Priority = MaintenanceRequest['priority']

export const priorityOptions = maintenancePriorities.map((value) => ({ value, label: words(value) }))
export const statusOptions = maintenanceStatuses.map((value) => ({ value, label: words(value) }))

/** The landlord's categories, plus the tenant's category of this request. */
export const categoryOptions = (current?: string) =>
  [...new Set<string>([...landlordCategories, ...(current ? [current] : [])])].map((value) => ({
    value,
    label: words(value),
  }))

export const isOpen = (status: Status): boolean => status === 'open' || status === 'in_progress'

type FieldChange = z.output<typeof MaintenanceChange>['changes'][number]

const fieldNames: Record<string, string> = {
  estimatedCost: 'Estimated cost',
  actualCost: 'Actual cost',
  scheduledDate: 'Scheduled date',
  completedDate: 'Completed date',
  vendorName: 'Vendor',
  vendorContact: 'Vendor contact',
}

/** A line of the history: "Status: Open → In progress". A long text only says that it changed. */
export function changeText({ field, from, to }: FieldChange): string {
  const name = fieldNames[field] ?? words(field)
  if (field === 'status' && from === null) return 'Request opened'
  if (field === 'description') return 'Description changed'
  if (field === 'photo') return to === null ? 'Photo removed' : 'Photo added'
  if (to === null) return `${name} removed (was ${valueText(field, from)})`
  return from === null
    ? `${name}: ${valueText(field, to)}`
    : `${name}: ${valueText(field, from)} → ${valueText(field, to)}`
}

function valueText(field: string, value: string | null): string {
  if (value === null) return 'none'
  if (field === 'status' || field === 'priority' || field === 'category') return words(value)
  if (field.endsWith('Date')) return date(value)
  return field.endsWith('Cost') ? money(Number(value)) : value
}

type Change = z.output<typeof MaintenanceChange>

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
