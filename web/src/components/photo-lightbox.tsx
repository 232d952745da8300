import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type KeyboardEvent } from 'react'
import { SessionPicture } from '~/components/session-picture.tsx'
import { useReturningFocus } from '~/components/ui/dialog.tsx'

/** A photo; `url` is its largest size. */
export interface ShownPhoto {
  id: string
  url: string
}

const swipeFrom = 50

const round =
  'grid size-11 place-items-center rounded-full border border-on-night-muted bg-night text-on-night hover:border-on-night focus-visible:outline-2 focus-visible:outline-on-night [&_svg]:size-5'

/** One photo over the whole screen; arrow keys and swipes lead to its neighbours, Escape closes. */
export function PhotoLightbox({
  name,
  photos,
  index,
  onIndex,
  onClose,
}: {
  /** What the photos show. */
  name: string
  photos: readonly ShownPhoto[]
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}) {
  const returning = useReturningFocus()
  const start = useRef<number>(undefined)
  const photo = photos[index]
  const go = (to: number) => onIndex((to + photos.length) % photos.length)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(index - 1)
    if (key === 'ArrowRight') go(index + 1)
    if (key === 'Home') go(0)
    if (key === 'End') go(photos.length - 1)
  }
  const onPointerUp = (x: number) => {
    const moved = x - (start.current ?? x)
    start.current = undefined
    if (photos.length > 1 && Math.abs(moved) >= swipeFrom) go(index + (moved < 0 ? 1 : -1))
  }
  if (!photo) return null
  const words = `Photo ${index + 1} of ${photos.length}`
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-night data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...returning}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col p-3 text-on-night outline-none md:p-6"
        >
          <header className="flex items-center gap-3 pb-3">
            <Radix.Title className="min-w-0 flex-1 truncate font-medium">
              {name}
              <span aria-live="polite" className="figures ml-3 font-normal text-on-night-muted">
                {words}
              </span>
            </Radix.Title>
            <Radix.Close aria-label="Close" className={round}>
              <X aria-hidden />
            </Radix.Close>
          </header>
          <div
            className="relative min-h-0 flex-1 touch-pan-y"
            onPointerDown={({ clientX }) => (start.current = clientX)}
            onPointerUp={({ clientX }) => onPointerUp(clientX)}
            onPointerCancel={() => (start.current = undefined)}
          >
            <SessionPicture
              key={photo.id}
              src={photo.url}
              alt={`${words} of ${name}`}
              draggable={false}
              className="absolute inset-0 size-full object-contain"
            />
            {photos.length > 1 && (
              <>
                <button
                  type="button"
                  aria-label="Previous photo"
                  onClick={() => go(index - 1)}
                  className={`${round} absolute inset-y-0 left-0 my-auto`}
                >
                  <ChevronLeft aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label="Next photo"
                  onClick={() => go(index + 1)}
                  className={`${round} absolute inset-y-0 right-0 my-auto`}
                >
                  <ChevronRight aria-hidden />
                </button>
              </>
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
