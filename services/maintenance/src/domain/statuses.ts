import type { maintenanceStatuses } from '@keyhold/contracts/maintenance/requests'

export type Status = (typeof maintenanceStatuses)[number]

/** The statuses that the buttons can set. The edit dialog may set any (spec 2, section 4). */
export const transitions: Record<Status, readonly Status[]> = {
  open: ['in_progress', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

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
