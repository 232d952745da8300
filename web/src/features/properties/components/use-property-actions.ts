import type { Property } from '@keyhold/contracts/properties/properties'
import { usePlan } from '~/api/client/plan.ts'
import { hasCode } from '~/api/client/problem.ts'
import { useArchivePropertyMutation, useRestorePropertyMutation } from '~/api/properties.ts'
import { tellLimit } from '~/components/property/use-room-for-property.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { useDeleteProperty } from './use-delete-property.ts'

/** The actions on a property of a list. */
export type PropertyAction = 'edit' | 'archive' | 'restore' | 'delete'

/** Archives, restores and deletes properties; each shows the outcome. `remove` returns whether it was deleted. */
export function usePropertyActions() {
  const { limit } = usePlan()
  const [callArchive] = useArchivePropertyMutation()
  const [callRestore] = useRestorePropertyMutation()
  const remove = useDeleteProperty()

  const restore = async ({ id, name }: Property): Promise<void> => {
    try {
      await callRestore({ id }).unwrap()
      toast({ variant: 'success', title: 'Property restored', description: `${name} is back in your properties.` })
    } catch (error) {
      if (limit !== null && hasCode(error, 'property-limit-reached')) tellLimit(limit)
      else toastError('Failed to restore property', error)
    }
  }
  const archive = async (property: Property): Promise<void> => {
    try {
      await callArchive({ id: property.id }).unwrap()
      toast({
        variant: 'success',
        title: 'Property archived',
        description: `${property.name} no longer counts towards your lists, totals and limit.`,
        action: { label: 'Undo', onPress: () => void restore(property) },
      })
    } catch (error) {
      toastError('Failed to archive property', error)
    }
  }
  return { archive, restore, remove }
}
