import type { ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import { CalendarDays, ExternalLink, ImageOff, MoreHorizontal, Pencil, Settings, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { SessionPicture } from '~/components/session-picture.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { headlineMoney, number, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** A listing with its photo, its figures and what can be done with it. */
export function ListingCard({
  rental,
  onEdit,
  onRemove,
}: {
  rental: ShortTermRental
  onEdit: () => void
  onRemove: () => void
}) {
  const navigate = useNavigate()
  const settings = paths.airbnbAt('listings', { rental: rental.id })
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <Cover photo={rental.photos[0]} />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h2 className="text-lg font-semibold tracking-tight break-words">
              <Link to={settings} className="hover:underline">
                {rental.listingName}
              </Link>
            </h2>
            <p className="text-sm break-words text-muted">
              {rental.propertyName}
              {rental.unitName && `, ${rental.unitName}`}
            </p>
          </div>
          <Badge tone={rental.isActive ? 'success' : 'neutral'}>{rental.isActive ? 'Active' : 'Inactive'}</Badge>
        </div>
        <p className="text-sm text-muted">
          <strong className="text-base font-semibold text-ink">{headlineMoney(rental.basePrice)}</strong> per night ·{' '}
          {plural(rental.maxGuests, 'guest')} · from {plural(rental.minStayNights, 'night')}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span>{plural(rental.totalBookings, 'booking')}</span>
          <span>{headlineMoney(rental.totalRevenue)} earned</span>
          {rental.averageRating !== null && (
            <span className="inline-flex items-center gap-1">
              <Star aria-hidden className="size-3.5 fill-brass-mark text-brass-mark" />
              <span className="sr-only">Rating</span> {number(rental.averageRating)}
            </span>
          )}
          {rental.directBookingEnabled && <Badge tone="info">Direct booking</Badge>}
        </p>
        <div className="mt-auto flex items-center gap-2 pt-1">
          <Button asChild size="sm" variant="secondary">
            <Link to={settings}>
              <Settings aria-hidden />
              Settings
            </Link>
          </Button>
          <Button asChild size="sm" variant="ghost">
            <Link to={paths.airbnbAt('calendar', { rental: rental.id })}>
              <CalendarDays aria-hidden />
              Calendar
            </Link>
          </Button>
          <span className="ml-auto">
            <Menu
              align="end"
              trigger={
                <IconButton label={`More for ${rental.listingName}`}>
                  <MoreHorizontal aria-hidden />
                </IconButton>
              }
            >
              <MenuItem onSelect={onEdit}>
                <Pencil aria-hidden />
                Edit
              </MenuItem>
              {rental.isActive && (
                <MenuItem onSelect={() => void navigate(paths.publicListing(rental.slug))}>
                  <ExternalLink aria-hidden />
                  Public page
                </MenuItem>
              )}
              <MenuItem destructive onSelect={onRemove}>
                <Trash2 aria-hidden />
                Delete
              </MenuItem>
            </Menu>
          </span>
        </div>
      </div>
    </li>
  )
}

function Cover({ photo }: { photo: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  return (
    <div className="grid aspect-video place-items-center overflow-hidden bg-sunken text-muted dark:bg-raised">
      {photo && broken !== photo ? (
        <SessionPicture
          src={photo}
          alt=""
          loading="lazy"
          onError={() => setBroken(photo)}
          className="size-full object-cover"
        />
      ) : (
        <ImageOff aria-hidden className="size-6" />
      )}
    </div>
  )
}
