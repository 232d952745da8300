import type { Photo } from '@keyhold/contracts/properties/property-photos'
import { useRef, useState } from 'react'
import { useDeletePhotoMutation, useOrderPhotosMutation } from '~/api/property-photos.ts'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { toastError } from '~/lib/toast.ts'

/** The photos in the wanted order, shown before the server has saved it; and how to change it. */
export function usePhotoActions(propertyId: string, photos: readonly Photo[]) {
  const deletion = useDeletion()
  const [order] = useOrderPhotosMutation()
  const [drop] = useDeletePhotoMutation()
  const [wanted, setWanted] = useState<string[] | null>(null)
  const latest = useRef<string[] | null>(null)
  const shown = wanted ? photos.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)) : photos

  // One call at a time, always with the latest order, so that quick presses can't overtake each other.
  const save = async (next: string[]) => {
    const isSaving = latest.current !== null
    latest.current = next
    setWanted(next)
    if (isSaving) return
    try {
      for (let sent: string[] | undefined; sent !== latest.current;) {
        sent = latest.current
        await order({ id: propertyId, photoIds: sent }).unwrap()
      }
    } catch (error) {
      toastError('Failed to rearrange the photos', error)
    }
    latest.current = null
    setWanted(null)
  }

  /** To this place, counted from 0; the first is the cover. */
  const move = (photo: Photo, to: number) => {
    const ids = shown.map(({ id }) => id)
    const from = ids.indexOf(photo.id)
    if (to === from || to < 0 || to >= ids.length) return
    ids.splice(from, 1)
    ids.splice(to, 0, photo.id)
    void save(ids)
  }
  const remove = ({ id: photoId }: Photo) =>
    deletion({
      what: 'photo',
      description: 'It will be permanently deleted from the property.',
      remove: () => drop({ id: propertyId, photoId }).unwrap(),
    })
  return { shown, move, remove }
}
