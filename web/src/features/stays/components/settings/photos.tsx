import { ImageOff } from 'lucide-react'
import { Link } from 'react-router-dom'
import { SessionPicture } from '~/components/session-picture.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import type { SectionProps } from './listing-settings.tsx'

/** The photos that guests see: those of the property. */
export function Photos({ rental }: SectionProps) {
  const manage = (
    <Button asChild variant="secondary">
      <Link to={paths.property(rental.propertyId)}>Manage photos</Link>
    </Button>
  )
  return (
    <Card className="max-w-3xl">
      {rental.photos.length === 0 ? (
        <EmptyState
          compact
          icon={<ImageOff aria-hidden />}
          title="No photos yet"
          description="Guests see the photos of the property. Add them on its page; the first is the cover."
          action={manage}
        />
      ) : (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">Guests see the photos of the property, the first one as the cover.</p>
            {manage}
          </div>
          <ul className="grid grid-cols-2 gap-2 md:grid-cols-3">
            {rental.photos.map((photo, index) => (
              <li key={photo}>
                <SessionPicture
                  src={photo}
                  alt={`Photo ${index + 1} of ${rental.photos.length}`}
                  loading="lazy"
                  className="aspect-4/3 w-full rounded-md object-cover"
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
