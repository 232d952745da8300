import type { TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { useDeleteTenantUserMutation } from '~/api/tenant-users.ts'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { failures, successes } from '~/texts/admin.ts'

/** Asks, deletes, shows the outcome. */
export function useDeleteUser(): (user: TenantUser) => Promise<boolean> {
  const deletion = useDeletion()
  const [remove] = useDeleteTenantUserMutation()
  return ({ id, email }) =>
    deletion({
      what: 'user',
      description: `${email} is signed out right away and can’t sign in again. The tenant record and its history are kept.`,
      remove: () => remove({ id }).unwrap(),
      done: { title: successes.userDeleted, description: `${email} can no longer sign in.` },
      failed: failures.delete,
    })
}
