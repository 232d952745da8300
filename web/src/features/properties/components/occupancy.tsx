import type { Property } from '@keyhold/contracts/properties/properties'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { number } from '~/lib/format.ts'

/** Occupied, vacant or archived. */
export function Occupancy({ property: { archivedAt, isOccupied, unitCount, occupiedUnits } }: { property: Property }) {
  if (archivedAt) return <StatusBadge status="archived" />
  // With several units, some may be vacant.
  if (isOccupied && occupiedUnits < unitCount)
    return <Badge tone="info">{`${number(occupiedUnits)} of ${number(unitCount)} occupied`}</Badge>
  return <StatusBadge status={isOccupied ? 'occupied' : 'vacant'} />
}
