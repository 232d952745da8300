import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { ago, dateTime } from '~/lib/format.ts'

type Due = Pick<MaintenanceRequest, 'dueAt' | 'status'>

/** Computed when shown: a list that was fetched an hour ago is not an hour out of date. */
export const isLate = ({ dueAt, status }: Due): boolean =>
  (status === 'open' || status === 'in_progress') && Date.parse(dueAt) < Date.now()

/** A request's deadline in words, for the landlord. */
export const dueText = ({ dueAt, status }: Due): string =>
  isLate({ dueAt, status }) ? `Was due ${ago(dueAt)}` : `Due ${ago(dueAt)}`

/** The same for the tenant: a target by urgency, not a promise. */
export const targetText = (due: Due): string =>
  isLate(due)
    ? `The target time, ${dateTime(due.dueAt)}, has passed. If you haven’t heard anything, contact your landlord.`
    : `Target: ${dateTime(due.dueAt)}. This is not a scheduled appointment.`
