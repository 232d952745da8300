import type { getMaintenance } from '@keyhold/contracts/maintenance/requests'
import type { ResponseOf } from '@keyhold/contracts/endpoint'

type Reported = ResponseOf<typeof getMaintenance>

/** Whether the latest change made a request an emergency, and was made by someone else. */
export function isNewEmergency({
  priority,
  status,
  alert,
  history,
}: Pick<Reported, 'priority' | 'status' | 'alert' | 'history'>): boolean {
  const [last] = history
  // What reads like an emergency sounds too, whatever urgency the tenant chose.
  const isEmergency = priority === 'emergency' || alert === 'sounding'
  if (!last || last.by === 'landlord' || !isEmergency || (status !== 'open' && status !== 'in_progress')) return false
  return last.changes.some(
    ({ field, from, to }) => (field === 'status' && from === null) || (field === 'priority' && to === 'emergency'),
  )
}
