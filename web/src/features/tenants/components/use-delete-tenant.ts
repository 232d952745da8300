import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useDeleteTenantMutation, useRestoreTenantMutation, useUpdateTenantMutation } from '~/api/tenants.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** Asks, deletes, shows the outcome; true if the tenant was deleted. */
export function useDeleteTenant(): (tenant: Tenant) => Promise<boolean> {
  const confirm = useConfirm()
  const [remove] = useDeleteTenantMutation()
  const [restore] = useRestoreTenantMutation()
  const [update] = useUpdateTenantMutation()
  return async (tenant) => {
    const goAhead = await confirm({
      title: 'Are you sure you want to delete this tenant?',
      description: `${fullName(tenant)} leaves your lists, and their home if they live in one. Payments and history stay, and the record moves to the archive.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return false
    try {
      await remove({ id: tenant.id }).unwrap()
      const undo = async () => {
        try {
          await restore({ id: tenant.id }).unwrap()
          // A restored tenant is inactive; an undo makes them active again.
          if (tenant.isActive) await update({ id: tenant.id, isActive: true }).unwrap()
          toast({ variant: 'success', title: 'Tenant restored' })
        } catch (error) {
          toastError('Failed to restore tenant', error)
        }
      }
      toast({
        variant: 'success',
        title: 'Tenant deleted successfully',
        action: { label: 'Undo', onPress: () => void undo() },
      })
      return true
    } catch (error) {
      toastError('Failed to delete tenant', error)
      return false
    }
  }
}
