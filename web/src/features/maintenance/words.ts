import {
  landlordCategories,
  maintenancePriorities,
  maintenanceStatuses,
  type MaintenanceChange,
  type MaintenanceRequest,
} from '@keyhold/contracts/maintenance'
import type { z } from '@keyhold/contracts/zod'
import { date, money, words } from '~/lib/format.ts'

export type Status = MaintenanceRequest['status']
export type Priority = MaintenanceRequest['priority']

export const priorityOptions = maintenancePriorities.map((value) => ({ value, label: words(value) }))
export const statusOptions = maintenanceStatuses.map((value) => ({ value, label: words(value) }))

/** The landlord's categories, and the one a tenant chose from a list of their own. */
export const categoryOptions = (current?: string) =>
  [...new Set<string>([...landlordCategories, ...(current ? [current] : [])])].map((value) => ({ value, label: words(value) }))

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
export function sayChange({ field, from, to }: FieldChange): string {
  const name = fieldNames[field] ?? words(field)
  if (field === 'status' && from === null) return 'Request opened'
  if (field === 'description') return 'Description changed'
  if (to === null) return `${name} removed (was ${sayValue(field, from)})`
  return from === null ? `${name}: ${sayValue(field, to)}` : `${name}: ${sayValue(field, from)} → ${sayValue(field, to)}`
}

function sayValue(field: string, value: string | null): string {
  if (value === null) return 'none'
  if (field === 'status' || field === 'priority' || field === 'category') return words(value)
  if (field.endsWith('Date')) return date(value)
  return field.endsWith('Cost') ? money(Number(value)) : value
}
