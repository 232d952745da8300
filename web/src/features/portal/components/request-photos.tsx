import { maxRequestPhotos } from '@keyhold/contracts/photos'
import { photosOf, PhotoStrip } from '~/components/maintenance/photo-strip.tsx'
import { useRequestUploads } from '~/components/maintenance/uploads.ts'
import { PhotoPicker } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import type { Request } from '../words.ts'

/** A request's photos, its upload queue, and a button to add more. */
export function Photos({
  request: { id, title, images },
  canAdd,
}: {
  request: Pick<Request, 'id' | 'title' | 'images'>
  canAdd: boolean
}) {
  const uploads = useRequestUploads(id, 'tenant', images.length)
  if (images.length === 0 && uploads.uploads.length === 0 && !canAdd) return null
  return (
    <div className="mt-1.5 grid gap-2">
      <PhotoStrip name={title} photos={photosOf(images)} />
      <UploadList uploads={uploads} />
      {canAdd && images.length < maxRequestPhotos && (
        <PhotoPicker onFiles={uploads.add} variant="ghost" size="sm" className="-ml-2.5 justify-self-start">
          Add photos
        </PhotoPicker>
      )}
    </div>
  )
}
