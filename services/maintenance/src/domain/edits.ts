import type { MaintenanceChanges } from '@keyhold/contracts/maintenance/requests'
import type { z } from '@keyhold/contracts/zod'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { RequestRow } from '../schema.ts'
import { dueAtOf } from './deadlines.ts'
import type { Progress } from './progress.ts'
import { completedDateAfter, isReopening } from './statuses.ts'

type Edit = Omit<z.output<typeof MaintenanceChanges>, 'note'>

const isClosed = ({ status }: Pick<RequestRow, 'status'>) => status === 'completed' || status === 'cancelled'

/** What follows from a landlord's edit: completion date, deadline, the hours of a visit, what is waited for, the count of reopenings. */
export function consequencesOf(before: RequestRow, edit: Edit, { now, zone }: { now: Date; zone: string }) {
  const status = edit.status ?? before.status
  const priority = edit.priority ?? before.priority
  const reopens = isReopening(before.status, status)
  const isOtherDay = edit.scheduledDate !== undefined && edit.scheduledDate !== before.scheduledDate
  const hours = isOtherDay ? { scheduledFrom: null, scheduledTo: null } : {}
  const waitingFor = isClosed({ status }) ? null : edit.waitingFor === undefined ? before.waitingFor : edit.waitingFor
  const from = reopens ? now.toISOString() : before.createdAt
  return {
    completedDate: completedDateAfter(before, edit, dateAt(now, zone)),
    dueAt: reopens || priority !== before.priority ? dueAtOf(from, priority, zone) : before.dueAt,
    waitingFor,
    reopens: before.reopens + (reopens ? 1 : 0),
    ...hours,
    // The landlord has judged it themselves.
    ...(priority !== before.priority || (edit.category !== undefined && edit.category !== before.category)
      ? { suggestionSettledAt: before.suggestionSettledAt ?? now.toISOString() }
      : {}),
  }
}

/** Moving the work on, or finding that it is not an emergency, confirms the alert. */
export function alertAfter(before: RequestRow, after: RequestRow, { userId }: LandlordActor, now: Date) {
  const isSounding = before.alertSince !== null && before.alertConfirmedAt === null
  const hasSeen = after.status !== before.status || (before.priority === 'emergency' && after.priority !== 'emergency')
  return isSounding && hasSeen ? { alertConfirmedAt: now.toISOString(), alertConfirmedBy: userId } : {}
}

/** What the tenant learns from an edit: the one step that says most; null for none. */
export function progressOf(before: RequestRow, after: RequestRow, note: string | null): Progress | null {
  if (after.status !== before.status) {
    if (after.status === 'completed' || after.status === 'cancelled') return after.status
    if (isClosed(before)) return 'reopened'
    if (after.status === 'in_progress' && after.waitingFor === null) return 'begun'
  }
  if (after.waitingFor !== before.waitingFor) return after.waitingFor === null ? 'resumed' : 'waiting'
  if (after.scheduledDate !== before.scheduledDate) return after.scheduledDate === null ? 'unscheduled' : 'scheduled'
  return note === null ? null : 'note'
}
