import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { createElement, type ReactNode, useState } from 'react'
import { useUpdateMaintenanceMutation } from '~/api/requests.ts'
import type { Question } from '~/components/ui/confirm.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { CancelDialog } from './components/details/step-dialogs.tsx'
import type { Status } from './words.ts'

export type Move = Exclude<Status, 'open'>

const done: Record<Move, string> = {
  in_progress: 'Work started',
  completed: 'Request completed',
  cancelled: 'Request cancelled',
}

/** The question before the edit dialog cancels a request. */
export const cancelQuestion = (request: MaintenanceRequest): Question => ({
  title: 'Cancel this request?',
  description: `“${request.title}” will be closed without being completed.${request.tenantName ? ` ${request.tenantName} will see it as cancelled.` : ''}`,
  confirmLabel: 'Cancel request',
  cancelLabel: 'Keep it',
  destructive: true,
})

interface Moves {
  move: (request: MaintenanceRequest, status: Move) => void
  /** The request that is being changed. */
  moving: string | undefined
  /** Asks for the reason of a cancellation. */
  dialog: ReactNode
}

/** Changes the status of requests: Start Work, Complete, cancel. */
export function useStatus(): Moves {
  const [update, { isLoading, originalArgs }] = useUpdateMaintenanceMutation()
  const [cancelled, setCancelled] = useState<MaintenanceRequest | null>(null)

  const move = async (request: MaintenanceRequest, status: Move) => {
    if (status === 'cancelled') return setCancelled(request)
    try {
      await update({ id: request.id, status }).unwrap()
      toast({ variant: 'success', title: done[status], description: request.title })
    } catch (error) {
      toastError('Failed to update status', error)
    }
  }
  return {
    move: (request, status) => void move(request, status),
    moving: isLoading ? originalArgs?.id : undefined,
    dialog: cancelled && createElement(CancelDialog, { request: cancelled, onClose: () => setCancelled(null) }),
  }
}
