import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { useUpdateMaintenanceMutation } from '~/api/requests.ts'
import { useConfirm, type Question } from '~/components/ui/confirm.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import type { Status } from './words.ts'

export type Move = Exclude<Status, 'open'>

const done: Record<Move, string> = {
  in_progress: 'Work started',
  completed: 'Request completed',
  cancelled: 'Request cancelled',
}

/** The question before a request is cancelled, from a button or in the edit dialog. */
export const cancelQuestion = (request: MaintenanceRequest): Question => ({
  title: 'Cancel this request?',
  description: `“${request.title}” will be closed without being done.${request.tenantName ? ` ${request.tenantName} sees it as cancelled.` : ''}`,
  confirmLabel: 'Cancel request',
  cancelLabel: 'Keep it',
  destructive: true,
})

/** Changes the status of requests: Start Work, Complete, cancel. Names the request that is being changed. */
export function useStatus(): [(request: MaintenanceRequest, status: Move) => void, string | undefined] {
  const [update, { isLoading, originalArgs }] = useUpdateMaintenanceMutation()
  const confirm = useConfirm()

  const move = async (request: MaintenanceRequest, status: Move) => {
    if (status === 'cancelled' && !(await confirm(cancelQuestion(request)))) return
    try {
      await update({ id: request.id, status }).unwrap()
      toast({ variant: 'success', title: done[status], description: request.title })
    } catch (error) {
      toastError('Failed to update status', error)
    }
  }
  return [(request, status) => void move(request, status), isLoading ? originalArgs?.id : undefined]
}
