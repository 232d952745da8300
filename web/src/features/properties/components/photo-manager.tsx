import type { Photo } from '@keyhold/contracts/properties/property-photos'
import type { Property } from '@keyhold/contracts/properties/properties'
import { ArrowLeft, ArrowRight, Star, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useListPhotosQuery } from '~/api/property-photos.ts'
import { SessionPicture } from '~/components/session-picture.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { IconButton } from '~/components/ui/button.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { PhotoDropZone } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import { cn } from '~/lib/cn.ts'
import { photoRules, usePhotoUploads } from './photo-uploads.ts'
import { usePhotoActions } from './use-photo-actions.ts'

/** Adds photos to a property, orders them, chooses the cover, deletes them; everything is saved at once. */
export function PhotoManager({ property, className }: { property: Property; className?: string }) {
  const list = useListPhotosQuery({ id: property.id })
  const photos = list.currentData ?? []
  const uploads = usePhotoUploads(property.id, photos.length)
  return (
    <div className={cn('grid gap-3', className)}>
      <PhotoDropZone onFiles={uploads.add} rules={photoRules} />
      <UploadList uploads={uploads} />
      {list.isError && !list.currentData ? (
        <ErrorState
          compact
          title="The photos could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : list.isLoading ? (
        <Skeleton className="h-28" />
      ) : (
        photos.length > 0 && <PhotoOrder propertyId={property.id} photos={photos} />
      )}
    </div>
  )
}

function PhotoOrder({ propertyId, photos }: { propertyId: string; photos: Photo[] }) {
  const { shown, move, remove } = usePhotoActions(propertyId, photos)
  const list = useRef<HTMLOListElement>(null)
  const refocus = useRef<string>(undefined)
  const dragged = useRef<Photo>(undefined)
  const [said, setSaid] = useState('')

  // A moved tile loses the focus: return it to the button for keyboard users.
  useLayoutEffect(() => {
    if (refocus.current) list.current?.querySelector<HTMLElement>(`[data-move="${refocus.current}"]`)?.focus()
    refocus.current = undefined
  })
  const shift = (photo: Photo, to: number, button?: string) => {
    if (to < 0 || to >= shown.length) return
    refocus.current = button && `${photo.id} ${button}`
    move(photo, to)
    setSaid(to === 0 ? 'Now the cover' : `Now photo ${to + 1} of ${shown.length}`)
  }
  const drop = async (photo: Photo, index: number) => {
    const neighbour = shown[index + 1] ?? shown[index - 1]
    if (!(await remove(photo))) return
    refocus.current = neighbour && `${neighbour.id} delete`
    setSaid('')
  }

  return (
    <>
      <output className="sr-only">{said}</output>
      <ol ref={list} aria-label="Photos in their order" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {shown.map((photo, index) => (
          <li key={photo.id} className="overflow-hidden rounded-lg border border-line bg-surface">
            <div
              draggable
              onDragStart={(event) => {
                dragged.current = photo
                event.dataTransfer.effectAllowed = 'move'
              }}
              onDragEnd={() => (dragged.current = undefined)}
              onDragOver={(event) => dragged.current && event.preventDefault()}
              onDrop={(event) => {
                if (!dragged.current) return
                event.preventDefault()
                shift(dragged.current, index)
              }}
              className="relative cursor-grab"
            >
              <SessionPicture
                src={photo.thumbnailUrl}
                alt={`${index + 1} of ${shown.length}`}
                draggable={false}
                loading="lazy"
                className="aspect-4/3 w-full bg-sunken object-cover"
              />
              {index === 0 && (
                <Badge tone="pine" className="absolute top-2 left-2">
                  Cover
                </Badge>
              )}
            </div>
            <div className="flex justify-center">
              <Tool
                label={`Move photo ${index + 1} earlier`}
                id={`${photo.id} earlier`}
                off={index === 0}
                onPress={() => shift(photo, index - 1, 'earlier')}
              >
                <ArrowLeft aria-hidden />
              </Tool>
              <Tool
                label={`Move photo ${index + 1} later`}
                id={`${photo.id} later`}
                off={index === shown.length - 1}
                onPress={() => shift(photo, index + 1, 'later')}
              >
                <ArrowRight aria-hidden />
              </Tool>
              <Tool
                label={`Make photo ${index + 1} the cover`}
                id={`${photo.id} cover`}
                off={index === 0}
                onPress={() => shift(photo, 0, 'cover')}
              >
                <Star aria-hidden />
              </Tool>
              <Tool
                label={`Delete photo ${index + 1}`}
                id={`${photo.id} delete`}
                onPress={() => void drop(photo, index)}
              >
                <Trash2 aria-hidden />
              </Tool>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

interface ToolProps {
  label: string
  id: string
  off?: boolean
  onPress: () => void
  children: React.ReactNode
}

// Not `disabled`, which would drop the focus of someone who just moved a photo to the end.
function Tool({ label, id, off, onPress, children }: ToolProps) {
  return (
    <IconButton
      label={label}
      data-move={id}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onPress}
      className={cn('phone:w-auto! phone:flex-1', off && 'opacity-40!')}
    >
      {children}
    </IconButton>
  )
}
