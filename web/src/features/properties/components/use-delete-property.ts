import type { Property } from '@keyhold/contracts/properties/properties'
import { useDeletePropertyMutation } from '~/api/properties.ts'
import { useDeletion } from '~/components/ui/use-deletion.ts'

/** Asks, deletes, shows the outcome; true if the property was deleted. */
export function useDeleteProperty(): (property: Property) => Promise<boolean> {
  const deletion = useDeletion()
  const [remove] = useDeletePropertyMutation()
  return ({ id, name }) =>
    deletion({
      what: 'property',
      description: `${name} will be removed from your lists and counts. Its photos are deleted; its payments and requests are kept.`,
      remove: () => remove({ id }).unwrap(),
    })
}
