import type { CalendarEntry } from '@keyhold/contracts/properties/stays/calendar'
import { Link } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { date, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useStays } from '../../stays-context.ts'
import { lookOf, titleOf } from './entries.ts'
import { Mark } from './legend.tsx'

/** Who has nights of a selection, with the way there. */
export function EntryList({
  entries,
  propertyId,
  onLeave,
}: {
  entries: readonly CalendarEntry[]
  propertyId: string
  onLeave: () => void
}) {
  const { openBooking } = useStays()
  return (
    <ul aria-label="In these nights" className="divide-y divide-line rounded-lg border border-line">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.id} ${entry.from}`} className="flex items-center gap-3 px-3 py-2.5">
          <Mark look={lookOf(entry)} />
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{titleOf(entry)}</p>
            <p className="text-sm text-muted">
              {lookOf(entry).label}, {date(entry.from)} to {entry.to ? date(entry.to) : 'no end'}
              {entry.numberOfGuests !== null && `, ${plural(entry.numberOfGuests, 'guest')}`}
            </p>
          </div>
          {entry.kind === 'booking' && (
            <Button
              size="sm"
              variant="secondary"
              onClick={() => {
                onLeave()
                openBooking(entry.id)
              }}
            >
              Open
            </Button>
          )}
          {entry.kind === 'lease' && (
            <Button asChild size="sm" variant="secondary">
              <Link to={paths.property(propertyId)}>Property</Link>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
