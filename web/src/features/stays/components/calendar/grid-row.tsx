// Only what is in sight is drawn, at its place: rows of a table could not stand so.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { CalendarEntry, CalendarRow } from '@keyhold/contracts/properties/stays/calendar'
import { memo, useMemo } from 'react'
import { cn } from '~/lib/cn.ts'
import { headlineMoney, longDate, number, plural } from '~/lib/format.ts'
import { weekdayOf } from '~/lib/nights.ts'
import { columnsOf, lookOf, takenBy, titleOf } from './entries.ts'
import { headHeight, nameWidth, rowHeight } from './measures.ts'

interface RowProps {
  row: CalendarRow
  place: number
  dates: readonly string[]
  from: string
  firstColumn: number
  endColumn: number
  width: number
  todayAt: number
  /** The selected columns of this row, -1 without any. */
  firstChosen: number
  lastChosen: number
  focusAt: number
  idOf: (day: number) => string
  onEntry: (entry: CalendarEntry, place: number) => void
}

/** One listing: its nights, and over them who has them. */
export const GridRow = memo(Row, (before, after) =>
  // The two functions differ at each drawing and do the same.
  (Object.keys(after) as (keyof RowProps)[]).every(
    (name) => name === 'idOf' || name === 'onEntry' || before[name] === after[name],
  ),
)

function Row(props: RowProps) {
  const { row, place, dates, from, firstColumn, endColumn, width, onEntry } = props
  const taken = useMemo(() => takenBy(row, from, dates.length), [row, from, dates.length])
  const overridden = useMemo(() => new Set(row.overridden), [row.overridden])
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className="absolute left-0 w-full"
      style={{ top: headHeight + place * rowHeight, height: rowHeight }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="sticky left-0 z-10 flex h-full flex-col justify-center border-r border-b border-line bg-surface px-4"
        style={{ width: nameWidth }}
      >
        <span className="truncate font-medium" title={row.listingName}>
          {row.listingName}
        </span>
        <span className="truncate text-sm text-muted">
          {row.isActive ? (row.unitName ?? row.propertyName) : 'Inactive'}
        </span>
      </div>
      {dates.slice(firstColumn, endColumn).map((date, index) => {
        const day = firstColumn + index
        return (
          <Night
            key={date}
            {...props}
            date={date}
            day={day}
            entry={taken.get(day)}
            isOverridden={overridden.has(date)}
          />
        )
      })}
      {row.entries.map((entry) => {
        const columns = columnsOf(entry, from, dates.length)
        if (!columns || columns.end <= firstColumn || columns.start >= endColumn) return null
        return (
          <Bar
            key={`${entry.kind} ${entry.id} ${entry.from}`}
            entry={entry}
            columns={columns}
            width={width}
            onOpen={() => onEntry(entry, place)}
          />
        )
      })}
    </div>
  )
}

function Night({
  row,
  day,
  date,
  entry,
  isOverridden,
  width,
  todayAt,
  firstChosen,
  lastChosen,
  focusAt,
  idOf,
}: RowProps & { day: number; date: string; entry: CalendarEntry | undefined; isOverridden: boolean }) {
  const price = row.prices[day]
  const stay = row.minimumStays[day] ?? 1
  const isChosen = day >= firstChosen && day <= lastChosen && firstChosen >= 0
  return (
    <div
      id={idOf(day)}
      role="gridcell"
      aria-colindex={day + 2}
      aria-selected={isChosen}
      aria-label={`${longDate(date)}: ${entry ? `${lookOf(entry).label}${entry.title ? `, ${entry.title}` : ''}` : `free, ${headlineMoney(price)}, minimum ${plural(stay, 'night')}`}${isOverridden ? ', set by hand' : ''}`}
      className={cn(
        'absolute top-0 flex h-full cursor-pointer flex-col items-center justify-center border-r border-b border-line leading-tight',
        date.endsWith('-01') && 'border-l border-l-control',
        isChosen ? 'bg-pine-soft' : weekdayOf(date) >= 6 && 'bg-sunken dark:bg-raised',
        day < todayAt && 'text-faint',
        focusAt === day && 'outline-2 -outline-offset-2 outline-pine',
      )}
      style={{ left: nameWidth + day * width, width }}
    >
      {!entry && price !== undefined && (
        <span className={cn('figures text-xs', isOverridden && 'font-semibold text-pine')}>
          {width < 45 ? number(Math.round(price)) : headlineMoney(Math.round(price))}
        </span>
      )}
      {!entry && stay > 1 && <span className="figures text-xs text-muted">{stay}+</span>}
      {isOverridden && <span className="absolute top-1 right-1 size-1.5 rounded-full bg-pine" />}
    </div>
  )
}

function Bar({
  entry,
  columns: { start, end, isCutAtStart, isCutAtEnd },
  width,
  onOpen,
}: {
  entry: CalendarEntry
  columns: NonNullable<ReturnType<typeof columnsOf>>
  width: number
  onOpen: () => void
}) {
  const look = lookOf(entry)
  return (
    // The night below says the same to a screen reader, and Enter opens it there.
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      data-entry
      title={`${look.label}: ${titleOf(entry)}`}
      onClick={onOpen}
      className={cn(
        'absolute top-2 flex items-center gap-1.5 overflow-hidden border px-1.5 text-left text-sm font-medium hover:brightness-95 dark:hover:brightness-125',
        !isCutAtStart && 'rounded-l-md',
        !isCutAtEnd && 'rounded-r-md',
        look.className,
      )}
      style={{ left: nameWidth + start * width + 2, width: (end - start) * width - 4, height: rowHeight - 17 }}
    >
      <span className="grid size-4.5 shrink-0 place-items-center rounded-sm bg-surface text-xs font-semibold text-ink">
        {look.letter}
      </span>
      {(end - start) * width > 60 && <span className="truncate text-ink">{titleOf(entry)}</span>}
    </button>
  )
}
