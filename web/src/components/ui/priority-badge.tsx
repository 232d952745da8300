import { Siren } from 'lucide-react'
import { Badge, StatusBadge } from './badge.tsx'

/** How urgent something is. An emergency is filled, so that it stands out in any list. */
export function PriorityBadge({ priority }: { priority: string }) {
  if (priority !== 'emergency') return <StatusBadge status={priority} />
  return (
    <Badge tone="danger" icon={<Siren aria-hidden />} className="bg-danger! font-semibold! text-on-danger!">
      Emergency
    </Badge>
  )
}
