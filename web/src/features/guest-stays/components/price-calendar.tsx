import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'
import { headlineMoney, longDate, month, plural, today } from '~/lib/format.ts'
import { addDays, datesFrom, nightsBetween, startOfMonth, weekdayOf, weekdays } from '~/lib/nights.ts'
import { canPick, type Days, type Picked } from '../picks.ts'

const monthsAhead = 11
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Two months of nights with their prices, one on a phone; arrival first, then departure. Arrows move by day and week. */
export function PriceCalendar({
  days,
  picked,
  onPick,
}: {
  days: Days
  picked: Picked
  onPick: (date: string) => void
}) {
  const now = today()
  const [shown, setShown] = useState(0)
  const [focused, setFocused] = useState<string | null>(null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const first = startOfMonth(now, shown)
  const go = (date: string) => {
    const place = nightsBetween(startOfMonth(now), date)
    if (place < 0 || !days.has(date)) return
    const months =
      Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - Number(now.slice(0, 4)) * 12 - Number(now.slice(5, 7))
    if (months < shown || months > shown + 1) setShown(Math.min(months, monthsAhead - 1))
    setFocused(date)
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const date = event.target instanceof HTMLElement ? event.target.dataset.date : undefined
    const step = steps[event.key]
    if (!date || step === undefined) return
    event.preventDefault()
    go(addDays(date, step))
  }
  const tabStop = focused ?? picked.checkInDate ?? now
  return (
    <fieldset ref={frame} aria-label="Dates" className="min-w-0">
      <p aria-live="polite" className="mb-3 text-muted">
        {sentenceOf(days, picked)}
      </p>
      <div className="relative grid gap-8 md:grid-cols-2">
        <div className="absolute inset-x-0 top-0 flex justify-between">
          <IconButton label="Earlier months" disabled={shown === 0} onClick={() => setShown(shown - 1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton label="Later months" disabled={shown >= monthsAhead} onClick={() => setShown(shown + 1)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
        {[first, startOfMonth(first, 1)].map((start, nth) => (
          <Month
            key={start}
            start={start}
            days={days}
            picked={picked}
            onPick={onPick}
            onKeyDown={onKeyDown}
            tabStop={tabStop}
            className={nth === 1 ? 'phone:hidden' : ''}
          />
        ))}
      </div>
    </fieldset>
  )
}

function sentenceOf(days: Days, { checkInDate, checkOutDate }: Picked): string {
  if (!checkInDate) return 'Choose the day of arrival.'
  if (checkOutDate) return plural(nightsBetween(checkInDate, checkOutDate), 'night')
  const least = days.get(checkInDate)?.minimumStay ?? 1
  return `Now choose the day of departure${least > 1 ? `: at least ${plural(least, 'night')}` : ''}.`
}

function Month({
  start,
  days,
  picked,
  onPick,
  onKeyDown,
  tabStop,
  className,
}: {
  start: string
  days: Days
  picked: Picked
  onPick: (date: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  tabStop: string
  className: string
}) {
  const { checkInDate, checkOutDate } = picked
  const now = today()
  return (
    <section aria-label={month(start)} className={className}>
      <h3 className="mb-3 py-1.5 text-center font-semibold">{month(start)}</h3>
      <div className="grid grid-cols-7 gap-y-1">
        {weekdays.map(({ value, short }) => (
          <span key={value} aria-hidden className="pb-1 text-center text-xs text-muted">
            {short.slice(0, 2)}
          </span>
        ))}
        {datesFrom(start, nightsBetween(start, startOfMonth(start, 1))).map((date, index) => {
          const day = days.get(date)
          const isPickable = date >= now && canPick(days, picked, date)
          const isEnd = date === checkInDate || date === checkOutDate
          const isBetween = checkInDate !== null && checkOutDate !== null && date > checkInDate && date < checkOutDate
          const isFree = day?.isAvailable === true && date >= now
          return (
            <button
              key={date}
              type="button"
              data-date={date}
              tabIndex={date === tabStop ? 0 : -1}
              aria-disabled={!isPickable}
              aria-pressed={isEnd || isBetween}
              aria-label={`${longDate(date)}, ${isFree ? headlineMoney(day.pricePerNight) : 'not free'}`}
              onClick={() => isPickable && onPick(date)}
              onKeyDown={onKeyDown}
              style={index === 0 ? { gridColumnStart: weekdayOf(date) } : undefined}
              className={cn(
                'grid h-13 content-center justify-items-center rounded-md leading-tight',
                isEnd ? 'bg-pine text-on-pine' : isBetween ? 'bg-pine-soft' : isPickable && 'hover:bg-sunken',
                !isPickable && !isEnd && !isBetween && 'cursor-not-allowed text-muted',
              )}
            >
              <span className={cn('figures font-medium', !isFree && !isEnd && 'line-through')}>
                {Number(date.slice(8))}
              </span>
              <span className={cn('figures text-xs', isEnd ? 'text-on-pine' : 'text-muted')}>
                {isFree ? headlineMoney(Math.round(day.pricePerNight)) : ' '}
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}
