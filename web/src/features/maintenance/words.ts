import {
  landlordCategories,
  maintenancePriorities,
  maintenanceStatuses,
  type MaintenanceRequest,
} from '@keyhold/contracts/maintenance/requests'
import { words } from '~/lib/format.ts'

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
