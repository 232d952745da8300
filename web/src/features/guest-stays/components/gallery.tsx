import type { PublicListing } from '@keyhold/contracts/properties/stays/public-stays'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { PhotoLightbox } from '~/components/photo-lightbox.tsx'
import { cn } from '~/lib/cn.ts'
import { number } from '~/lib/format.ts'

const inSight = 5

/** The photos: the cover large, four beside it, the others behind the last. */
export function Gallery({ name, photos }: { name: string; photos: PublicListing['photos'] }) {
  const [index, setIndex] = useState<number | null>(null)
  const hidden = photos.length - inSight
  if (photos.length === 0)
    return (
      <p className="flex h-24 items-center justify-center gap-2 rounded-lg bg-sunken text-muted dark:bg-surface">
        <ImageOff aria-hidden className="size-5" /> No photos yet
      </p>
    )
  return (
    <>
      <ul
        className={cn(
          'grid gap-2 overflow-hidden rounded-lg',
          photos.length > 1 && 'grid-cols-2',
          photos.length >= 3 && 'md:grid-cols-4 [&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2',
        )}
      >
        {photos.slice(0, inSight).map((photo, nth) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={`Photo ${nth + 1} of ${photos.length}`}
              onClick={() => setIndex(nth)}
              className="relative block size-full bg-sunken dark:bg-raised"
            >
              <img
                src={nth === 0 ? photo.url : photo.cardUrl}
                alt=""
                className={cn('size-full object-cover', photos.length === 1 ? 'aspect-3/1' : 'aspect-4/3')}
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
