import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useDeleteTenantMutation, useRestoreTenantMutation, useUpdateTenantMutation } from '~/api/tenants.ts'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** Asks, deletes, shows the outcome; true if the tenant was deleted. */
export function useDeleteTenant(): (tenant: Tenant) => Promise<boolean> {
  const deletion = useDeletion()
  const [remove] = useDeleteTenantMutation()
  const [restore] = useRestoreTenantMutation()
  const [update] = useUpdateTenantMutation()
  return (tenant) =>
    deletion({
      what: 'tenant',
      description: `${fullName(tenant)} will be removed from your lists and from their home. Payments and history are kept, and the record moves to the archive.`,
      remove: () => remove({ id: tenant.id }).unwrap(),
      undo: async () => {
        try {
          await restore({ id: tenant.id }).unwrap()
          // A restored tenant is inactive; an undo makes them active again.
          if (tenant.isActive) await update({ id: tenant.id, isActive: true }).unwrap()
          toast({ variant: 'success', title: 'Tenant restored' })
        } catch (error) {
          toastError('Failed to restore tenant', error)
        }
      },
    })
}
