import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { ago, dateTime } from '~/lib/format.ts'

type Due = Pick<MaintenanceRequest, 'dueAt' | 'status'>

/** Judged as it is shown: a list that was fetched an hour ago is not an hour behind. */
export const isLate = ({ dueAt, status }: Due): boolean =>
  (status === 'open' || status === 'in_progress') && Date.parse(dueAt) < Date.now()

/** When a request is due, for the landlord. */
export const sayDue = ({ dueAt, status }: Due): string =>
  isLate({ dueAt, status }) ? `Was due ${ago(dueAt)}` : `Due ${ago(dueAt)}`

/** The same for the tenant: a target that the urgency set, which nobody has promised to meet. */
export const sayTarget = (due: Due): string =>
  isLate(due)
    ? `The target for this urgency, ${dateTime(due.dueAt)}, has passed. If you have heard nothing, contact your landlord.`
    : `Target for this urgency: ${dateTime(due.dueAt)}. It is no appointment.`
