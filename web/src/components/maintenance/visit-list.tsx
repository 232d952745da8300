import type { Visit } from '@keyhold/contracts/maintenance/visit-records'
import { CalendarCheck } from 'lucide-react'
import { Button } from '~/components/ui/button.tsx'
import { date, timeOfDay } from '~/lib/format.ts'

/** "Mar 20, 2026, 9:00 AM to 11:00 AM" */
export const visitText = ({ date: day, from, to }: Pick<Visit, 'date' | 'from' | 'to'>): string =>
  `${date(day)}, ${timeOfDay(from)} to ${timeOfDay(to)}`

/** A request's day, with the hours of its visit where they are known. */
export const plannedText = ({
  scheduledDate: day,
  scheduledFrom: from,
  scheduledTo: to,
}: {
  scheduledDate: string | null
  scheduledFrom: string | null
  scheduledTo: string | null
}): string => (day && from && to ? visitText({ date: day, from, to }) : date(day))

interface Action {
  label: string
  /** Which times it stands beside. */
  suits: (visit: Visit) => boolean
  run: (visit: Visit) => void
}

/** The times that wait for an answer, and the one that is agreed. */
export function VisitList({
  visits,
  people,
  actions,
  busy,
}: {
  visits: readonly Visit[]
  people: Record<Visit['by'], string>
  actions: readonly Action[]
  busy: boolean
}) {
  if (visits.length === 0) return null
  return (
    <ul aria-label="Times" className="grid gap-2">
      {visits.map((visit) => (
        <li
          key={visit.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-line px-3 py-2"
        >
          <div className="min-w-40 flex-1">
            <p className="font-medium">{visitText(visit)}</p>
            <p className="flex items-center gap-1 text-sm text-muted">
              {visit.status === 'chosen' ? (
                <>
                  <CalendarCheck aria-hidden className="size-3.5 text-success" />
                  Agreed
                </>
              ) : (
                `Offered by ${people[visit.by]}`
              )}
            </p>
          </div>
          {visit.status === 'offered' &&
            actions
              .filter(({ suits }) => suits(visit))
              .map(({ label, run }) => (
                <Button
                  key={label}
                  size="sm"
                  variant="secondary"
                  disabled={busy}
                  aria-label={`${label}: ${visitText(visit)}`}
                  onClick={() => run(visit)}
                >
                  {label}
                </Button>
              ))}
        </li>
      ))}
    </ul>
  )
}
