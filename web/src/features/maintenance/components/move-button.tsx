import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { Button } from '~/components/ui/button.tsx'
import type { Move } from '../use-status.ts'

export interface RowActions {
  onMove: (request: MaintenanceRequest, status: Move) => void
  onEdit: (request: MaintenanceRequest) => void
  /** The request whose status is being changed. */
  moving: string | undefined
}

/** The next step of the work: Start Work at open, Complete at in progress, nothing after that. */
export function MoveButton({
  request,
  onMove,
  moving,
  size = 'md',
}: Omit<RowActions, 'onEdit'> & { request: MaintenanceRequest; size?: 'sm' | 'md' }) {
  const loading = moving === request.id
  if (request.status === 'open')
    return (
      <Button
        size={size}
        variant={size === 'sm' ? 'secondary' : 'primary'}
        loading={loading}
        onClick={() => onMove(request, 'in_progress')}
      >
        Start Work
      </Button>
    )
  if (request.status === 'in_progress')
    return (
      <Button
        size={size}
        variant={size === 'sm' ? 'soft' : 'primary'}
        loading={loading}
        onClick={() => onMove(request, 'completed')}
      >
        Complete
      </Button>
    )
  return null
}
