import type { Photo } from '@keyhold/contracts/properties/property-photos'
import type { Property } from '@keyhold/contracts/properties/properties'
import { useState } from 'react'
import { useListPhotosQuery } from '~/api/property-photos.ts'
import { PhotoLightbox } from '~/components/photo-lightbox.tsx'
import { SessionPicture } from '~/components/session-picture.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { DropArea, PhotoDropZone, PhotoPicker } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import { cn } from '~/lib/cn.ts'
import { number } from '~/lib/format.ts'
import { PhotoManager } from './photo-manager.tsx'
import { photoRules, usePhotoUploads } from './photo-uploads.ts'

/** Photos of the property; files can be dropped anywhere on the card. */
export function PhotosCard({ property }: { property: Property }) {
  const list = useListPhotosQuery({ id: property.id })
  const photos = list.currentData ?? []
  const uploads = usePhotoUploads(property.id, photos.length)
  const [isManaging, setManaging] = useState(false)
  const hasPhotos = photos.length > 0
  return (
    <>
      <DropArea onFiles={uploads.add}>
        <SectionCard
          title="Photos"
          action={
            hasPhotos && (
              <div className="-mr-2 flex">
                <PhotoPicker onFiles={uploads.add} variant="ghost" size="sm">
                  Add
                </PhotoPicker>
                <Button variant="ghost" size="sm" onClick={() => setManaging(true)}>
                  Manage photos
                </Button>
              </div>
            )
          }
        >
          <div className="grid gap-3">
            {list.isError && !list.currentData ? (
              <ErrorState
                compact
                title="The photos could not be loaded"
                error={list.error}
                onRetry={() => void list.refetch()}
              />
            ) : !list.currentData ? (
              <Skeleton className="h-40" />
            ) : hasPhotos ? (
              <Gallery name={property.name} photos={photos} />
            ) : (
              <PhotoDropZone onFiles={uploads.add} rules={photoRules} />
            )}
            <UploadList uploads={uploads} />
          </div>
        </SectionCard>
      </DropArea>
      {isManaging && (
        <Dialog
          onClose={() => setManaging(false)}
          size="lg"
          title="Photos"
          description="The first photo is the cover. Changes are saved right away."
        >
          <PhotoManager property={property} className="pb-5" />
          <DialogFooter>
            <Button onClick={() => setManaging(false)}>Done</Button>
          </DialogFooter>
        </Dialog>
      )}
    </>
  )
}

const inSight = 5

// The cover is large, with the others beside it; photos beyond five are behind the last.
const mosaics: Record<number, string> = {
  2: 'grid-cols-2',
  3: 'grid-cols-2 md:grid-cols-3 [&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2',
  4: 'grid-cols-2',
  5: 'grid-cols-2 md:grid-cols-4 [&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2',
}

function Gallery({ name, photos }: { name: string; photos: Photo[] }) {
  const [index, setIndex] = useState<number | null>(null)
  const hidden = photos.length - inSight
  return (
    <>
      <ul className={cn('grid gap-2', mosaics[Math.min(photos.length, inSight)])}>
        {photos.slice(0, inSight).map((photo, nth) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={
                nth === inSight - 1 && hidden > 0
                  ? `Photo ${nth + 1}, and ${hidden} more`
                  : `Photo ${nth + 1} of ${photos.length}`
              }
              onClick={() => setIndex(nth)}
              className="relative block size-full overflow-hidden rounded-md bg-sunken dark:bg-raised"
            >
              <SessionPicture
                src={nth === 0 || photos.length < inSight ? photo.cardUrl : photo.thumbnailUrl}
                alt=""
                loading="lazy"
                className={cn(
                  'size-full object-cover transition-[filter] hover:brightness-95',
                  photos.length === 1 ? 'aspect-video' : 'aspect-4/3',
                )}
              />
              {nth === inSight - 1 && hidden > 0 && (
                <span
                  aria-hidden
                  className="absolute inset-0 grid place-items-center bg-night/70 text-xl font-semibold text-on-night"
                >
                  +{number(hidden)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {index !== null && photos[index] && (
        <PhotoLightbox name={name} photos={photos} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
      )}
    </>
  )
}
