import type { Property } from '@keyhold/contracts/properties/properties'
import { useDeletePropertyMutation } from '~/api/properties.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { confirmPropertyDelete, propertyToasts } from '~/texts/properties.ts'

/** Asks, deletes, shows the outcome; true if the property was deleted. */
export function useDeleteProperty(): (property: Property) => Promise<boolean> {
  const confirm = useConfirm()
  const [remove] = useDeletePropertyMutation()
  return async ({ id, name }) => {
    const goAhead = await confirm({
      title: confirmPropertyDelete,
      description: `${name} leaves your lists and counts. Its photos are deleted; its payments and requests keep their history.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return false
    try {
      await remove({ id }).unwrap()
      toast({ variant: 'success', title: propertyToasts.deleted })
      return true
    } catch (error) {
      toastError(propertyToasts.deleteFailed, error)
      return false
    }
  }
}
