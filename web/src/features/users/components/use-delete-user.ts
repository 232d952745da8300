import type { TenantUser } from '@keyhold/contracts/identity'
import { messageOf } from '~/api/problem.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { toast } from '~/lib/toast.ts'
import { useDeleteTenantUserMutation } from '../api.ts'

/** Asks, deletes, says what came of it. */
export function useDeleteUser(): (user: TenantUser) => Promise<void> {
  const confirm = useConfirm()
  const [remove] = useDeleteTenantUserMutation()
  return async ({ id, email }) => {
    const goAhead = await confirm({
      title: 'Are you sure you want to delete this user?',
      description: `${email} is signed out at once and cannot sign in again. The tenant record and its history stay.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await remove({ id }).unwrap()
      toast({ variant: 'success', title: 'User Deleted', description: `${email} can no longer sign in.` })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Delete Failed', description: messageOf(error) })
    }
  }
}
