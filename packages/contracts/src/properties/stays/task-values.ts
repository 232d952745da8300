/** What tasks of short stays hold, without zod, for the page too. */

export const taskTypes = ['cleaning', 'inspection', 'maintenance', 'restocking', 'other'] as const
export type TaskType = (typeof taskTypes)[number]

export const taskTypeNames: Readonly<Record<TaskType, string>> = {
  cleaning: 'Cleaning',
  inspection: 'Inspection',
  maintenance: 'Maintenance',
  restocking: 'Restocking',
  other: 'Other',
}

export const taskPriorities = ['low', 'medium', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

export const taskStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskStatusNames: Readonly<Record<TaskStatus, string>> = {
  pending: 'To do',
  in_progress: 'In progress',
  completed: 'Done',
  cancelled: 'Cancelled',
}

/** From each status to those that may follow. A task that was finished by mistake is opened again. */
export const taskTransitions: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['pending', 'completed', 'cancelled'],
  completed: ['in_progress'],
  cancelled: ['pending'],
}

/** Staying the same is no change, so that what is sent twice does no harm. */
export const taskMayBecome = (from: TaskStatus, to: TaskStatus): boolean =>
  from === to || taskTransitions[from].includes(to)

/** When a rule makes a task. `inspection`: after stays of at least so many nights. */
export const turnoverTriggers = ['after_check_out', 'before_check_in', 'every_n_days', 'inspection'] as const
export type TurnoverTrigger = (typeof turnoverTriggers)[number]

/** What the landlord looks for in the list. */
export const taskViews = ['open', 'late', 'unassigned', 'all'] as const
export type TaskView = (typeof taskViews)[number]

/** An unassigned task needs attention so many days before it is due. */
export const unassignedDays = 3

export interface ChecklistItem {
  id: string
  text: string
  isDone: boolean
}
