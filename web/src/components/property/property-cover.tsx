import type { PhotoSize } from '@keyhold/contracts/photos'
import type { Property } from '@keyhold/contracts/properties/properties'
import { useState } from 'react'
import { cn } from '~/lib/cn.ts'
import { PropertyMark } from '../property-mark.tsx'
import { SessionPicture } from '../session-picture.tsx'

type Pictured = Pick<Property, 'images' | 'propertyType'>

const ownPhoto = /^(\/api\/photos\/[^/]+)\/\w+$/

/** The address of a property's cover photo in this size; null if it has none. */
export function coverOf({ images }: Pick<Property, 'images'>, size: PhotoSize): string | null {
  // The page's policy loads pictures of this site only.
  const photo = images.map((image) => ownPhoto.exec(image)?.[1]).find(Boolean)
  return photo ? `${photo}/${size}` : null
}

/** The cover of a card, edge to edge; decorative, the name follows below. */
export function PropertyCover({ property, className }: { property: Pictured; className?: string }) {
  const cover = coverOf(property, 'card')
  const [broken, setBroken] = useState<string>()
  return (
    <div className={cn('grid aspect-video place-items-center overflow-hidden bg-sunken dark:bg-raised', className)}>
      {cover && broken !== cover ? (
        <SessionPicture
          src={cover}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(cover)}
          className="size-full object-cover"
        />
      ) : (
        <PropertyMark type={property.propertyType} size="lg" />
      )}
    </div>
  )
}

/** The cover as a small square beside a name; an icon of its type if there is none. */
export function PropertyThumb({ property, className }: { property: Pictured; className?: string }) {
  const cover = coverOf(property, 'thumbnail')
  const [broken, setBroken] = useState<string>()
  if (!cover || broken === cover) return <PropertyMark type={property.propertyType} className={className} />
  return (
    <SessionPicture
      src={cover}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(cover)}
      className={cn('size-10 shrink-0 rounded-lg object-cover', className)}
    />
  )
}
