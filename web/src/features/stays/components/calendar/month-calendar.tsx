import type { CalendarEntry, CalendarRow } from '@keyhold/contracts/properties/stays/calendar'
import { useMemo } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'
import { headlineMoney, longDate, plural, today } from '~/lib/format.ts'
import { datesFrom, weekdayOf, weekdays } from '~/lib/nights.ts'
import { useStays } from '../../stays-context.ts'
import { lookOf, takenBy } from './entries.ts'
import { Mark } from './legend.tsx'
import { isSelected, type Selection, spotsOf, tapped } from './selection.ts'

/** One listing by the month, for a phone: a tap begins a range, the second ends it. */
export function MonthCalendar({
  row,
  from,
  days,
  selection,
  onSelect,
  onOpen,
}: {
  row: CalendarRow
  from: string
  days: number
  selection: Selection | null
  onSelect: (selection: Selection) => void
  onOpen: () => void
}) {
  const { openBooking } = useStays()
  const taken = useMemo(() => takenBy(row, from, days), [row, from, days])
  const dates = datesFrom(from, days)
  const chosen = selection && spotsOf(selection)
  const count = chosen ? chosen.lastDay - chosen.firstDay + 1 : 0
  const booking = chosen ? taken.get(chosen.firstDay) : undefined
  return (
    <>
      <div className="grid grid-cols-7 gap-px overflow-hidden rounded-lg border border-line bg-line">
        {weekdays.map(({ value, short, label }) => (
          <abbr
            key={value}
            title={label}
            className="bg-surface py-1.5 text-center text-xs font-medium text-muted no-underline"
          >
            {short}
          </abbr>
        ))}
        {datesFrom(from, weekdayOf(from) - 1).map((blank) => (
          <span key={`before ${blank}`} className="bg-sunken" />
        ))}
        {dates.map((date, day) => (
          <Night
            key={date}
            date={date}
            price={row.prices[day]}
            stay={row.minimumStays[day] ?? 1}
            entry={taken.get(day)}
            isOverridden={row.overridden.includes(date)}
            isChosen={isSelected(selection, { row: 0, day })}
            onTap={() => onSelect(tapped(selection, { row: 0, day }))}
          />
        ))}
      </div>
      {selection && (
        <div className="sticky bottom-20 z-10 mt-3 flex items-center gap-2 rounded-lg border border-line bg-raised p-2 shadow-float">
          <p className="flex-1 px-2 font-medium">{plural(count, 'night')}</p>
          {booking?.kind === 'booking' && (
            <Button variant="secondary" onClick={() => openBooking(booking.id)}>
              Open booking
            </Button>
          )}
          <Button onClick={onOpen}>Change</Button>
        </div>
      )}
    </>
  )
}

function Night({
  date,
  price,
  stay,
  entry,
  isOverridden,
  isChosen,
  onTap,
}: {
  date: string
  price: number | undefined
  stay: number
  entry: CalendarEntry | undefined
  isOverridden: boolean
  isChosen: boolean
  onTap: () => void
}) {
  const now = today()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-current={date === now ? 'date' : undefined}
      aria-label={`${longDate(date)}: ${entry ? `${lookOf(entry).label}${entry.title ? `, ${entry.title}` : ''}` : `free, ${headlineMoney(price)}, minimum ${plural(stay, 'night')}`}`}
      onClick={onTap}
      className={cn(
        'relative grid h-15 content-between justify-items-center px-0.5 py-1 text-xs',
        isChosen ? 'bg-pine-soft' : date < now ? 'bg-sunken' : 'bg-surface',
        date < now && 'text-faint',
      )}
    >
      <span
        className={cn(
          'figures grid size-6 place-items-center rounded-full text-sm',
          date === now && 'bg-pine font-semibold text-on-pine',
        )}
      >
        {Number(date.slice(8))}
      </span>
      {entry ? (
        <Mark look={lookOf(entry)} className="w-full!" />
      ) : (
        <span className={cn('figures', isOverridden && 'font-semibold text-pine')}>
          {price === undefined ? '' : headlineMoney(Math.round(price))}
        </span>
      )}
      {isOverridden && <span className="absolute top-1 right-1 size-1.5 rounded-full bg-pine" />}
    </button>
  )
}
