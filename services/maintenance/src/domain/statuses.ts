import type { maintenanceStatuses } from '@keyhold/contracts/maintenance/requests'

export type Status = (typeof maintenanceStatuses)[number]

/** Where the buttons lead. The edit dialog may set any status (spec 2, section 4). */
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

/** Why a request may not go from one status to the other by a button, as a sentence; null when it may, or when nothing changes. */
export function whyNot(from: Status, to: Status): string | null {
  if (from === to || transitions[from].includes(to)) return null
  return `A request that is ${words[from]} cannot become ${words[to]} directly. Edit the request to set another status.`
}

interface Completion {
  status: Status
  completedDate: string | null
}

/** The completed date after an edit: set on completion unless one is given, gone when the request is no longer completed. */
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
