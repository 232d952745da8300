import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PhotoLightbox } from '~/components/photo-lightbox.tsx'
import { SessionPicture } from '~/components/session-picture.tsx'
import { IconButton } from '~/components/ui/button.tsx'

export interface StripPhoto {
  id: string
  url: string
  thumbnailUrl: string
  /** Who added it, where that is said. */
  by?: string
}

/** The photos behind the addresses of a request's `images`. */
export const photosOf = (images: readonly string[]): StripPhoto[] =>
  images.map((image) => ({
    id: image,
    url: image.replace(/[^/]+$/, 'full'),
    thumbnailUrl: image.replace(/[^/]+$/, 'thumbnail'),
  }))

/** Photos of a request side by side; a press shows one over the whole screen. `onDelete` puts a button on each. */
export function PhotoStrip({
  name,
  photos,
  onDelete,
}: {
  name: string
  photos: readonly StripPhoto[]
  onDelete?: (photo: StripPhoto) => void
}) {
  const [index, setIndex] = useState<number | null>(null)
  if (photos.length === 0) return null
  return (
    <>
      <ul aria-label={`Photos of ${name}`} className="flex flex-wrap gap-2">
        {photos.map((photo, nth) => (
          <li key={photo.id} className="relative">
            <button
              type="button"
              aria-label={`Photo ${nth + 1} of ${photos.length}${photo.by ? `, added by ${photo.by}` : ''}`}
              onClick={() => setIndex(nth)}
              className="block overflow-hidden rounded-md bg-sunken dark:bg-raised"
            >
              <SessionPicture
                src={photo.thumbnailUrl}
                alt=""
                loading="lazy"
                className="size-24 object-cover transition-[filter] hover:brightness-95 phone:size-20"
              />
            </button>
            {onDelete && (
              <IconButton
                label={`Delete photo ${nth + 1}`}
                onClick={() => onDelete(photo)}
                className="absolute! top-1 right-1 size-8! bg-raised/90! text-ink! shadow-lift"
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {index !== null && photos[index] && (
        <PhotoLightbox name={name} photos={photos} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
      )}
    </>
  )
}
