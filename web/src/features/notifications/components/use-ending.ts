import { useCancelTenantNotificationMutation, useStopTenantNotificationMutation } from '~/api/notifications.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import type { Notification } from '../words.ts'

/** Cancels a notification that was not sent, or stops one that recurs, after asking. */
export function useEnding({ id, title, status }: Notification) {
  const confirm = useConfirm()
  const [cancel, cancelling] = useCancelTenantNotificationMutation()
  const [stop, stopping] = useStopTenantNotificationMutation()
  const isPending = status === 'pending'
  const end = async (): Promise<boolean> => {
    const isSure = await confirm(
      isPending
        ? {
            title: 'Cancel this notification?',
            description: `“${title}” is removed, and nobody gets it.`,
            confirmLabel: 'Cancel notification',
            cancelLabel: 'Keep it',
            destructive: true,
          }
        : {
            title: 'Stop this reminder?',
            description: `“${title}” is not sent again. What was sent stays listed.`,
            confirmLabel: 'Stop',
            destructive: true,
          },
    )
    if (!isSure) return false
    const answer = await (isPending ? cancel({ id }) : stop({ id }))
    if ('error' in answer)
      toastError(isPending ? 'Failed to cancel the notification' : 'Failed to stop it', answer.error)
    else toast({ variant: 'success', title: isPending ? 'Notification cancelled' : 'It will not be sent again' })
    return !('error' in answer)
  }
  return { end, isEnding: cancelling.isLoading || stopping.isLoading, label: isPending ? 'Cancel' : 'Stop' }
}
