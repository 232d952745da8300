import type { TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { useDeleteTenantUserMutation } from '~/api/tenant-users.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { confirmUserDelete, failures, successes } from '~/texts/admin.ts'

/** Asks, deletes, shows the outcome. */
export function useDeleteUser(): (user: TenantUser) => Promise<void> {
  const confirm = useConfirm()
  const [remove] = useDeleteTenantUserMutation()
  return async ({ id, email }) => {
    const goAhead = await confirm({
      title: confirmUserDelete,
      description: `${email} is signed out at once and cannot sign in again. The tenant record and its history stay.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await remove({ id }).unwrap()
      toast({ variant: 'success', title: successes.userDeleted, description: `${email} can no longer sign in.` })
    } catch (error) {
      toastError(failures.delete, error)
    }
  }
}
