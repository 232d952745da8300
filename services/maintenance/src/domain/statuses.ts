import type { maintenanceStatuses } from '@keyhold/contracts/maintenance/requests'
import { reopenDays } from '@keyhold/contracts/maintenance/tenant-requests'
import { addDays } from '@keyhold/kit/lib/dates'

export type Status = (typeof maintenanceStatuses)[number]

/** The statuses that the buttons can set. The edit dialog may set any (spec 2, section 4). */
export const transitions: Record<Status, readonly Status[]> = {
  open: ['in_progress', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

/** What tenants may do: open completed work again. */
export const tenantTransitions: Record<Status, readonly Status[]> = {
  open: [],
  in_progress: [],
  completed: ['open'],
  cancelled: [],
}

/** Whether a tenant may open a request again: completed at most 30 days ago. */
export const canReopen = ({ status, completedDate }: Completion, today: string): boolean =>
  tenantTransitions[status].includes('open') && completedDate !== null && today <= addDays(completedDate, reopenDays)

/** Whether an edit opens completed work again, which is counted. */
export const isReopening = (from: Status, to: Status): boolean =>
  from === 'completed' && (to === 'open' || to === 'in_progress')

const words: Record<Status, string> = {
  open: 'open',
  in_progress: 'in progress',
  completed: 'completed',
  cancelled: 'cancelled',
}

/** Why the buttons cannot set this status, as a sentence; null where they can, or where nothing changes. */
export function transitionRefusal(from: Status, to: Status): string | null {
  if (from === to || transitions[from].includes(to)) return null
  return `A request that is ${words[from]} cannot become ${words[to]} directly. Edit the request to set another status.`
}

interface Completion {
  status: Status
  completedDate: string | null
}

/** The completed date after an edit: set to today on completion unless given, removed when the request is no longer completed. */
export function completedDateAfter(
  before: Completion,
  edit: { status?: Status | undefined; completedDate?: string | null | undefined },
  today: string,
): string | null {
  const status = edit.status ?? before.status
  if (status === 'completed') return edit.completedDate ?? before.completedDate ?? today
  if (before.status === 'completed') return null
  return edit.completedDate === undefined ? before.completedDate : edit.completedDate
}
