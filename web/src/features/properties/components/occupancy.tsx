import type { Property } from '@keyhold/contracts/properties'
import { StatusBadge } from '~/components/ui/badge.tsx'

/** Whether someone lives there, or that it was put away. */
export function Occupancy({ property: { archivedAt, isOccupied } }: { property: Property }) {
  if (archivedAt) return <StatusBadge status="archived" />
  return <StatusBadge status={isOccupied ? 'occupied' : 'vacant'} />
}
