import type { Property } from '@keyhold/contracts/properties'
import { messageOf } from '~/api/problem.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { toast } from '~/lib/toast.ts'
import { useDeletePropertyMutation } from '../api.ts'

/** Asks, deletes, says what came of it; true when the property is gone. */
export function useDeleteProperty(): (property: Property) => Promise<boolean> {
  const confirm = useConfirm()
  const [remove] = useDeletePropertyMutation()
  return async ({ id, name }) => {
    const goAhead = await confirm({
      title: 'Are you sure you want to delete this property?',
      description: `${name} leaves your lists and counts. Its payments and requests keep their history.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return false
    try {
      await remove({ id }).unwrap()
      toast({ variant: 'success', title: 'Property deleted successfully' })
      return true
    } catch (error) {
      toast({ variant: 'destructive', title: 'Failed to delete property', description: messageOf(error) })
      return false
    }
  }
}
